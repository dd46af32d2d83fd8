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
import io.metasched.metascheduler.program.PrintableText;
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
 * Driver of a study. It opens the study in each JVM with the role workers, distributes the missing
 * replications among those that request work, and collects their observations. The work of a lost
 * JVM is reassigned to other JVMs; duplicate observations count once.
 */
final class StudyDriver extends AbstractBehavior<StudyDriver.Command> {
  private static final int ORDERS_PER_STUDY =
      256; // at least, so that all workers finish at about the same time
  private static final int MOST_PER_ORDER = 64;

  /** Message to the driver. */
  sealed interface Command {}

  /** Report that a JVM has loaded the study, with the fingerprint of its observations. */
  record Opened(String member, String fingerprint) implements Command, CborSerializable {}

  /** Report that a JVM cannot take part. */
  record Refused(String member, String reason) implements Command, CborSerializable {}

  /** Observations of a worker. */
  record Observed(List<ObservedRow> rows) implements Command, CborSerializable {
    Observed {
      rows = List.copyOf(rows);
    }
  }

  /**
   * Report that a replication failed, which ends the study.
   *
   * @param isUsage whether the user can correct the cause
   */
  record Failed(boolean isUsage, String message) implements Command, CborSerializable {}

  /** Request for a part of a file of the study. Answered by {@link StudyLoading.Chunk}. */
  record ReadFile(String sha256, long offset, ActorRef<StudyLoading.Command> replyTo)
      implements Command, CborSerializable {}

  private record HostsFound(Set<ActorRef<StudyHost.Command>> hosts) implements Command {}

  private record Demand(WorkPullingProducerController.RequestNext<Replicate> request)
      implements Command {}

  private enum NobodyWorks implements Command {
    NOBODY_WORKS
  }

  /**
   * Study to be driven.
   *
   * @param id unique id in the cluster
   * @param files files by their SHA-256
   * @param fingerprint fingerprint of the observations
   * @param awaited number of refusals after which the study fails if no JVM has accepted
   * @param patience time without any participating JVM after which the study fails
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
   * Creates the driver of a study that has at least one missing replication.
   *
   * @param rows receives the observations
   * @param done receives the number of finished replications
   * @param end completed when no replication is missing any more, or with the reason of the failure
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
      return fail(new IllegalStateException(c.member() + ": its study has another fingerprint"));
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
      return this; // it is not a file of this study
    }
    try {
      c.replyTo()
          .tell(new StudyLoading.Chunk(c.sha256(), c.offset(), FileCache.chunk(file, c.offset())));
    } catch (IOException e) {
      return fail(
          new UsageException("%s: cannot be read: %s".formatted(file, PrintableText.reason(e))));
    }
    return this;
  }
}
