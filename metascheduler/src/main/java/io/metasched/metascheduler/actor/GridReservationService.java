package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The grid reservation service (GRS) of the what-if paper: asks the information service for the
 * clusters that have the processors, probes them, and reserves the best placement ({@link
 * GridReservations}).
 *
 * <p>Each command is answered once; a repeated one is answered the same and changes nothing. One is
 * carried out at a time; what comes meanwhile is rejected as {@link Rejection#BUSY}, except for the
 * withdrawal of the request in progress: it ends the request before the next placement is tried,
 * and gives up what the present one reserves. Where a cluster or the information service has
 * stopped, or a cluster rejects a command, the answer is {@link Failed}, now and later.
 *
 * <p>What is in progress is written before clusters are asked, so that a service that is started
 * again asks them the same under the same ids, and goes on from there.
 */
public final class GridReservationService extends AbstractBehavior<GridReservationService.Command> {
  /** Everything the service understands. */
  public sealed interface Command {}

  /** What clients say. */
  public sealed interface ClientCommand extends Command, CborSerializable {
    /** Identifies the command. */
    CommandId id();

    /** The receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Processors are to be reserved. Answered by {@link Answered}. */
  public record Request(CommandId id, GridRequest request, long nowTick, ActorRef<Reply> replyTo)
      implements ClientCommand {}

  /**
   * A request is no longer wanted: it is not placed, or what is reserved for it and has not begun
   * is given up. Answered by {@link Withdrawn}.
   *
   * @param request its number
   */
  public record Withdraw(CommandId id, int request, long nowTick, ActorRef<Reply> replyTo)
      implements ClientCommand {}

  private record CandidatesFound(GridInformationService.Candidates found) implements Command {}

  private record ClusterAnswered(Provider.Reply reply) implements Command {}

  private record Stopped(String who) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  private record ProbeDeadline(CommandId request) implements Command {}

  private record RetryTick() implements Command {}

  /** Everything the service answers; what is stored has a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = Withdrawn.class, name = "withdrawn"),
    @JsonSubTypes.Type(value = Rejected.class, name = "rejected")
  })
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();
  }

  /** What has come of the request. */
  public record Answered(CommandId id, GridAnswer answer) implements Reply {}

  /**
   * The request holds nothing that has not begun.
   *
   * @param running the clusters where a part had begun and is kept, ascending
   */
  public record Withdrawn(CommandId id, List<Integer> running) implements Reply {
    public Withdrawn {
      running = List.copyOf(running);
    }

    /** All parts were given up. */
    public Withdrawn(CommandId id) {
      this(id, List.of());
    }
  }

  /** The command has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** The service cannot go on. */
  public record Failed(CommandId id, String what) implements Reply {}

  /** Why a command was not taken. */
  public enum Rejection {
    /** Another command is being carried out. */
    BUSY,
    /** Nothing is reserved for such a request, or all of it has begun. */
    UNKNOWN_RESERVATION,
    /** The command is older than what is remembered: it may have been carried out already. */
    TOO_OLD
  }

  private final TimerScheduler<Command> timers;
  private final Optional<Duration> probeDeadline;
  private final EventLog eventLog;
  private final GridReservations reservations;

  private GridReservationService(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Optional<Duration> probeDeadline,
      EventLog eventLog,
      GridReservations reservations) {
    super(context);
    this.timers = timers;
    this.probeDeadline = probeDeadline;
    this.eventLog = eventLog;
    this.reservations = reservations;
  }

  /**
   * Creates a service that has reserved nothing, or recovers from its journal. With a journal it
   * repeats what is not answered: messages may be dropped when a JVM is down.
   *
   * @param issuer its number among all that send commands to these clusters
   * @param information the information service
   * @param clusters the clusters by index, each with a probe
   * @param probeDeadline of wall-clock time, after which a cluster that has not answered a probe is
   *     left out; without one all are waited for
   * @param bounds how many answers are kept, how many commands wait, and when they are repeated
   * @param journal of what has happened to it
   */
  public static Behavior<Command> create(
      int issuer,
      ActorRef<GridInformationService.Query> information,
      List<ActorRef<Provider.Command>> clusters,
      Optional<Duration> probeDeadline,
      MetaschedulerSettings bounds,
      Journal journal) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var fold = new GridReservationFold(bounds.cachedReplies());
                  var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
                  var found =
                      context.messageAdapter(
                          GridInformationService.Candidates.class, CandidatesFound::new);
                  var answers = context.messageAdapter(Provider.Reply.class, ClusterAnswered::new);
                  var providers = new Providers(clusters, issuer, answers, eventLog.isKept());
                  watch(context, information, clusters);
                  Function<GridReservationFold.State, Behavior<Command>> begin =
                      state -> {
                        var reservations =
                            new GridReservations(
                                (id, processors) ->
                                    information.tell(
                                        new GridInformationService.Query(id, processors, found)),
                                providers,
                                eventLog,
                                fold,
                                state);
                        reservations.resume(context.getSystem().ignoreRef());
                        return new GridReservationService(
                            context, timers, probeDeadline, eventLog, reservations);
                      };
                  if (!eventLog.isKept()) {
                    return begin.apply(fold.empty());
                  }
                  timers.startTimerWithFixedDelay(new RetryTick(), bounds.retryInterval());
                  return Behaviors.withStash(
                      bounds.stashCapacity(),
                      stash ->
                          Recovery.await(
                              stash,
                              JournalReplied.class,
                              JournalReplied::reply,
                              stored -> begin.apply(fold.restored(stored))));
                }));
  }

  private static void watch(
      ActorContext<Command> context,
      ActorRef<GridInformationService.Query> information,
      List<ActorRef<Provider.Command>> clusters) {
    context.watchWith(information, new Stopped("the information service"));
    for (int i = 0; i < clusters.size(); i++) {
      context.watchWith(clusters.get(i), new Stopped("cluster " + i));
    }
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Request.class, c -> then(() -> reservations.place(c)))
        .onMessage(Withdraw.class, c -> then(() -> reservations.withdraw(c)))
        .onMessage(CandidatesFound.class, this::onCandidatesFound)
        .onMessage(ClusterAnswered.class, c -> then(() -> reservations.answered(c.reply())))
        .onMessage(ProbeDeadline.class, this::onProbeDeadline)
        .onMessage(Stopped.class, this::onStopped)
        .onMessage(JournalReplied.class, c -> then(() -> eventLog.hear(c.reply())))
        .onMessage(RetryTick.class, c -> then(reservations::askAgain))
        .build();
  }

  private Behavior<Command> then(Runnable what) {
    what.run();
    return this;
  }

  private Behavior<Command> onCandidatesFound(CandidatesFound c) {
    var request = c.found().id();
    if (reservations.isLookingFor(request)) {
      var deadline = new ProbeDeadline(request);
      probeDeadline.ifPresent(after -> timers.startSingleTimer(deadline, after));
      reservations.found(c.found());
    }
    return this;
  }

  private Behavior<Command> onProbeDeadline(ProbeDeadline c) {
    var silent = reservations.leaveOutSilent(c.request());
    if (!silent.isEmpty()) {
      getContext().getLog().warn("Clusters {} do not answer a probe", silent);
    }
    return this;
  }

  private Behavior<Command> onStopped(Stopped c) {
    getContext().getLog().warn("{} has stopped", c.who());
    reservations.fail(c.who() + " has stopped");
    return this;
  }
}
