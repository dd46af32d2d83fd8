package io.metasched.metascheduler.whatif.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.metascheduler.actor.Providers;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.actor.Provider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Actor of the grid reservation service (GRS) of the what-if paper. It asks the information service
 * for the clusters with enough processors, probes these clusters, and reserves the best placement
 * ({@link GridReservations}).
 *
 * <p>Each command is answered once; a repeated command gets the same answer and changes nothing.
 * Commands are executed one at a time; meanwhile, other commands are rejected as {@link
 * Rejection#BUSY}, except the withdrawal of the request in progress. The withdrawal ends the
 * request before the next placement is tried, and withdraws the reservations of the current
 * placement. If a cluster or the information service has stopped, or a cluster rejects a command,
 * the current and all later commands are answered by {@link Failed}.
 *
 * <p>The progress of a command is written before clusters are asked. A restarted service therefore
 * sends the clusters the same commands with the same ids, and resumes from this state.
 */
public final class GridReservationService extends AbstractBehavior<GridReservationService.Command> {
  /** Command to the service. */
  public sealed interface Command {}

  /** Command of a client. */
  public sealed interface ClientCommand extends Command, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request to reserve processors. Answered by {@link Answered}. */
  public record Request(CommandId id, GridRequest request, long nowTick, ActorRef<Reply> replyTo)
      implements ClientCommand {}

  /**
   * Withdrawal of a request: the request is not placed, or its reservations that have not begun are
   * withdrawn. Answered by {@link Withdrawn}.
   *
   * @param request number of the request
   */
  public record Withdraw(CommandId id, int request, long nowTick, ActorRef<Reply> replyTo)
      implements ClientCommand {}

  private record CandidatesFound(GridInformationService.Candidates found) implements Command {}

  private record ClusterAnswered(Provider.Reply reply) implements Command {}

  private record Stopped(String who) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  private record ProbeDeadline(CommandId request) implements Command {}

  private record RetryTick() implements Command {}

  /** Reply of the service; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = Withdrawn.class, name = "withdrawn"),
    @JsonSubTypes.Type(value = Rejected.class, name = "rejected")
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /** Answer to the request. */
  public record Answered(CommandId id, GridAnswer answer) implements Reply {}

  /**
   * Confirmation that all reservations of the request that had not begun are withdrawn.
   *
   * @param running the clusters where a part had begun and is kept, ascending
   */
  public record Withdrawn(CommandId id, List<Integer> running) implements Reply {
    public Withdrawn {
      running = List.copyOf(running);
    }
  }

  /** Rejection of a command, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** Failure of the service, after which it cannot continue. */
  public record Failed(CommandId id, String what) implements Reply {}

  /** Reason why a command was rejected. */
  public enum Rejection {
    /** Another command in progress. */
    BUSY,
    /** No reservation for the request, or all parts of it have begun. */
    UNKNOWN_RESERVATION,
    /** Command older than the cached replies: it may have been executed already. */
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
   * Creates a service without reservations, or recovers it from its journal. With a journal, the
   * service repeats commands without an answer, because messages may be dropped when a JVM is down.
   *
   * @param issuer number of the issuer, unique among all issuers of commands to these clusters
   * @param information the information service
   * @param clusters the clusters by index, each with a probe
   * @param probeDeadline wall-clock time after which a cluster that has not answered a probe is
   *     excluded; empty to wait for all clusters
   * @param bounds limits of cached replies and waiting commands, and the interval of repetitions
   * @param journal journal of its events
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
                  var providers = new Providers(clusters, issuer, answers, eventLog.isJournaled());
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
                  if (!eventLog.isJournaled()) {
                    return begin.apply(fold.empty());
                  }
                  timers.startTimerWithFixedDelay(new RetryTick(), bounds.retryInterval());
                  return Recovery.await(
                      bounds.stashCapacity(),
                      JournalReplied.class,
                      JournalReplied::reply,
                      stored -> begin.apply(fold.restored(stored)));
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
        .onMessage(JournalReplied.class, c -> then(() -> eventLog.onReply(c.reply())))
        .onMessage(RetryTick.class, c -> then(reservations::askAgain))
        .build();
  }

  private Behavior<Command> then(Runnable what) {
    what.run();
    return this;
  }

  private Behavior<Command> onCandidatesFound(CandidatesFound c) {
    var request = c.found().id();
    if (reservations.isSearchingFor(request)) {
      var deadline = new ProbeDeadline(request);
      probeDeadline.ifPresent(after -> timers.startSingleTimer(deadline, after));
      reservations.found(c.found());
    }
    return this;
  }

  private Behavior<Command> onProbeDeadline(ProbeDeadline c) {
    var silent = reservations.excludeSilent(c.request());
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
