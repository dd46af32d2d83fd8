package io.metasched.simulation.driver.study;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.delivery.WorkPullingProducerController;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ObservedRow;
import io.metasched.simulation.study.ObservedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a study: has each JVM with the role workers take part in it, hands out the
 * replications that are missing to those that ask for work, and takes what they observe. The work
 * of a JVM that is lost goes to others; what is observed twice counts once.
 */
final class StudyDriver extends AbstractBehavior<StudyDriver.Command> {
  private static final int ORDERS_PER_STUDY = 256; // at least, so that all workers end together
  private static final int MOST_PER_ORDER = 64;

  /** A message to the driver. */
  sealed interface Command {}

  /** The report that a JVM has loaded the study, with the fingerprint of what it observes. */
  record Opened(String member, String fingerprint) implements Command, CborSerializable {}

  /** The report that a JVM cannot take part. */
  record Refused(String member, String reason) implements Command, CborSerializable {}

  /** Observations of a worker. */
  record Observed(List<ObservedRow> rows) implements Command, CborSerializable {
    Observed {
      rows = List.copyOf(rows);
    }
  }

  /**
   * The report that a replication failed, which ends the study.
   *
   * @param isUsage whether the user can mend it
   */
  record Failed(boolean isUsage, String message) implements Command, CborSerializable {}

  /** A request for a part of a file of the study. Answered by {@link StudyLoading.Chunk}. */
  record ReadFile(String sha256, long offset, ActorRef<StudyLoading.Command> replyTo)
      implements Command, CborSerializable {}

  private record HostsFound(Set<ActorRef<StudyHost.Command>> hosts) implements Command {}

  private record Demand(WorkPullingProducerController.RequestNext<Replicate> request)
      implements Command {}

  private enum NobodyWorks implements Command {
    NOBODY_WORKS
  }

  /**
   * A study to be driven.
   *
   * @param id distinguishes it from others of the cluster
   * @param files by their SHA-256
   * @param fingerprint of what is observed
   * @param awaited the study fails if this number of JVMs refuses and none has accepted
   * @param patience the study fails if for this time no JVM takes part
   */
  record Study(
      String id,
      StudySpec spec,
      Map<String, Path> files,
      String fingerprint,
      int awaited,
      Duration patience) {}

  private final Study study;
  private final ObservedRows rows;
  private final ClusterEvents events;
  private final IntConsumer done;
  private final CompletableFuture<@Nullable Void> end;
  private final TimerScheduler<Command> timers;
  private final int[] missing;
  private final int perOrder;
  private int handedOut;
  private WorkPullingProducerController.@Nullable RequestNext<Replicate> demand;
  private Set<ActorRef<StudyHost.Command>> hosts = Set.of();
  private final TreeSet<String> opened = new TreeSet<>();
  private final TreeSet<String> refused = new TreeSet<>();

  private StudyDriver(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Study study,
      ObservedRows rows,
      ClusterEvents events,
      IntConsumer done,
      CompletableFuture<@Nullable Void> end) {
    super(context);
    this.timers = timers;
    this.study = study;
    this.rows = rows;
    this.events = events;
    this.done = done;
    this.end = end;
    missing = rows.missing();
    perOrder = Math.max(1, Math.min(MOST_PER_ORDER, missing.length / ORDERS_PER_STUDY));
    var producer =
        context.spawn(
            WorkPullingProducerController.create(
                Replicate.class,
                "driver-" + study.id(),
                Replicate.key(study.id()),
                Optional.empty()),
            "work");
    producer.tell(
        new WorkPullingProducerController.Start<>(
            context.messageAdapter(WorkPullingProducerController.requestNextClass(), Demand::new)));
    var found =
        context.messageAdapter(
            Receptionist.Listing.class,
            listing -> new HostsFound(listing.getServiceInstances(StudyHost.KEY)));
    context.getSystem().receptionist().tell(Receptionist.subscribe(StudyHost.KEY, found));
    timers.startSingleTimer(NobodyWorks.NOBODY_WORKS, study.patience());
  }

  /**
   * Creates the driver of a study of which a replication is missing.
   *
   * @param rows takes the observations
   * @param done is notified of the number of replications that are done
   * @param end is completed when none is missing any more, or with the reason why the study failed
   */
  static Behavior<Command> create(
      Study study,
      ObservedRows rows,
      ClusterEvents events,
      IntConsumer done,
      CompletableFuture<@Nullable Void> end) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new StudyDriver(context, timers, study, rows, events, done, end)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Observed.class, this::onObserved)
        .onMessage(Demand.class, this::onDemand)
        .onMessage(HostsFound.class, this::onHostsFound)
        .onMessage(Opened.class, this::onOpened)
        .onMessage(Refused.class, this::onRefused)
        .onMessage(Failed.class, this::onFailed)
        .onMessage(ReadFile.class, this::onReadFile)
        .onMessage(NobodyWorks.class, this::onNobodyWorks)
        .build();
  }

  private Behavior<Command> onHostsFound(HostsFound found) {
    var before = new HashSet<>(hosts);
    hosts = found.hosts();
    for (var host : hosts) {
      if (!before.contains(host)) {
        host.tell(new StudyHost.Open(study.id(), study.spec(), getContext().getSelf()));
      }
    }
    if (hosts.isEmpty()) {
      timers.startSingleTimer(NobodyWorks.NOBODY_WORKS, study.patience());
    }
    return this;
  }

  private Behavior<Command> onOpened(Opened c) {
    if (!c.fingerprint().equals(study.fingerprint())) {
      return fail(new IllegalStateException(c.member() + ": it would observe other values"));
    }
    opened.add(c.member());
    timers.cancel(NobodyWorks.NOBODY_WORKS);
    return this;
  }

  private Behavior<Command> onRefused(Refused c) {
    refused.add(c.member());
    var line = "%s does not take part: %s".formatted(c.member(), c.reason());
    events.happened(line);
    return opened.isEmpty() && refused.size() >= study.awaited()
        ? fail(new UsageException(line))
        : this;
  }

  private Behavior<Command> onDemand(Demand asked) {
    demand = asked.request();
    return handOut();
  }

  private Behavior<Command> handOut() {
    if (demand != null && handedOut < missing.length) {
      int until = Math.min(handedOut + perOrder, missing.length);
      var numbers = Arrays.stream(missing, handedOut, until).boxed().toList();
      handedOut = until;
      demand.sendNextTo().tell(new Replicate(numbers, getContext().getSelf()));
      demand = null;
    }
    return this;
  }

  private Behavior<Command> onObserved(Observed observed) {
    try {
      observed.rows().forEach(rows::take);
    } catch (IllegalArgumentException e) {
      return fail(e);
    }
    done.accept(rows.count());
    if (!rows.isComplete()) {
      return this;
    }
    end.complete(null);
    return Behaviors.stopped();
  }

  private Behavior<Command> onFailed(Failed c) {
    return fail(
        c.isUsage() ? new UsageException(c.message()) : new IllegalStateException(c.message()));
  }

  private Behavior<Command> onNobodyWorks(NobodyWorks late) {
    return fail(
        new IllegalStateException(
            "no JVM with the role workers took part for %d s; %d of the replications are done"
                .formatted(study.patience().toSeconds(), rows.count())));
  }

  private Behavior<Command> fail(RuntimeException why) {
    end.completeExceptionally(why);
    return Behaviors.stopped();
  }

  private Behavior<Command> onReadFile(ReadFile c) {
    var file = study.files().get(c.sha256());
    if (file == null || c.offset() < 0) {
      return this; // it is no file of this study
    }
    try {
      c.replyTo()
          .tell(new StudyLoading.Chunk(c.sha256(), c.offset(), FileCache.chunk(file, c.offset())));
    } catch (IOException e) {
      return fail(new UsageException("%s: cannot be read: %s".formatted(file, e.getMessage())));
    }
    return this;
  }
}
