package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.GridReservationEvent.Granted;
import io.metasched.metascheduler.actor.GridReservationEvent.Part;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.whatif.ClusterCommand;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.metascheduler.whatif.PlacementRound;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import io.metasched.resource.provider.Lateness;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The grid reservation service (GRS) of the what-if paper: asks the information service for the
 * clusters that have the processors, probes them, and reserves the best placement ({@link
 * PlacementRound}).
 *
 * <p>Each command is answered once; a repeated one is answered the same and changes nothing. One is
 * carried out at a time; what comes meanwhile is rejected as {@link Rejection#BUSY}, except for the
 * withdrawal of the request in progress. Where a cluster has stopped or rejects a command, the
 * answer is {@link Failed}, now and later.
 *
 * <p>What a deadline or a withdrawal has cut short is not written before the answer is: a service
 * that goes down between the two may leave a cluster a reservation that nobody holds.
 */
public final class GridReservationService extends AbstractBehavior<GridReservationService.Command> {
  private static final int ISSUER = 1;

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

  private record ClusterStopped(int cluster) implements Command {}

  private record InformationStopped() implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  private record ProbeDeadline(CommandId request) implements Command {}

  private record RetryTick() implements Command {}

  /** Everything the service answers. */
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();
  }

  /** What has come of the request. */
  public record Answered(CommandId id, GridAnswer answer) implements Reply {}

  /** The request holds nothing that has not begun. */
  public record Withdrawn(CommandId id) implements Reply {}

  /** The command was not taken and has changed nothing. */
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
  private final ActorRef<GridInformationService.Query> information;
  private final ActorRef<GridInformationService.Candidates> candidates;
  private final Providers clusters;
  private final Optional<Duration> probeDeadline;
  private final EventLog eventLog;
  private final ReplyCache<Reply> remembered;
  private final TreeMap<Integer, Granted> granted = new TreeMap<>();
  private final TreeSet<CommandId> asked = new TreeSet<>(); // whose answers are awaited
  private Optional<String> failure = Optional.empty();
  private @Nullable ClientCommand current; // in progress: carried out, or being written
  private @Nullable Withdraw withdrawal; // of the request in progress
  private @Nullable PlacementRound round;
  private boolean isConcluding; // the answer to the command in progress is being written
  private boolean hasGivenUp; // a part, for the withdrawal in progress

  private GridReservationService(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      ActorRef<GridInformationService.Query> information,
      List<ActorRef<Provider.Command>> refs,
      Optional<Duration> probeDeadline,
      int cachedReplies,
      EventLog eventLog) {
    super(context);
    this.timers = timers;
    this.information = information;
    this.probeDeadline = probeDeadline;
    this.eventLog = eventLog;
    remembered = new ReplyCache<>(cachedReplies);
    candidates =
        context.messageAdapter(GridInformationService.Candidates.class, CandidatesFound::new);
    var answers = context.messageAdapter(Provider.Reply.class, ClusterAnswered::new);
    clusters = new Providers(refs, ISSUER, answers, eventLog.isKept());
    context.watchWith(information, new InformationStopped());
    for (int i = 0; i < refs.size(); i++) {
      context.watchWith(refs.get(i), new ClusterStopped(i));
    }
  }

  /**
   * Creates a service that has reserved nothing, or recovers from its journal. With a journal it
   * repeats what is not answered: messages may be dropped when a JVM is down.
   *
   * @param information the information service
   * @param clusters the clusters by index, each with a probe
   * @param probeDeadline of wall-clock time, after which a cluster that has not answered a probe is
   *     left out; without one all are waited for
   * @param bounds how many answers are kept, how many commands wait, and when they are repeated
   * @param journal of what has happened to it
   */
  public static Behavior<Command> create(
      ActorRef<GridInformationService.Query> information,
      List<ActorRef<Provider.Command>> clusters,
      Optional<Duration> probeDeadline,
      MetaschedulerSettings bounds,
      Journal journal) {
    int cachedReplies = bounds.cachedReplies();
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var fold = new GridReservationFold(cachedReplies);
                  var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
                  var fresh =
                      new GridReservationService(
                          context,
                          timers,
                          information,
                          clusters,
                          probeDeadline,
                          cachedReplies,
                          eventLog);
                  if (!eventLog.isKept()) {
                    return fresh;
                  }
                  timers.startTimerWithFixedDelay(new RetryTick(), bounds.retryInterval());
                  return Behaviors.withStash(
                      bounds.stashCapacity(),
                      stash ->
                          Recovery.await(
                              stash,
                              JournalReplied.class,
                              JournalReplied::reply,
                              fresh::recovered));
                }));
  }

  private Behavior<Command> recovered(CborSerializable state) {
    var from = (GridReservationEvent.Snapshot) state;
    from.granted().forEach(each -> granted.put(each.request(), each));
    clusters.restore(from.given());
    remembered.forget(from.forgotten());
    from.replies().forEach(reply -> remembered.remember(reply.id(), reply));
    return this;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Request.class, this::onRequest)
        .onMessage(Withdraw.class, this::onWithdraw)
        .onMessage(CandidatesFound.class, this::onCandidatesFound)
        .onMessage(ClusterAnswered.class, this::onClusterAnswered)
        .onMessage(ClusterStopped.class, c -> stopped("cluster " + c.cluster()))
        .onMessage(InformationStopped.class, c -> stopped("the information service"))
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .onMessage(ProbeDeadline.class, this::onProbeDeadline)
        .onMessage(RetryTick.class, this::onRetryTick)
        .build();
  }

  private Behavior<Command> onRequest(Request c) {
    return begin(c, () -> askForCandidates(c));
  }

  private void askForCandidates(Request c) {
    int processors = c.request().part().processors();
    information.tell(new GridInformationService.Query(c.id(), processors, candidates));
  }

  private Behavior<Command> onWithdraw(Withdraw c) {
    if (withdrawal != null && withdrawal.id().equals(c.id())) {
      withdrawal = c; // repeated: the last sender is answered
    } else if (withdrawal == null && isInProgress(c.request()) && round != null) {
      withdrawal = c;
      round.withdraw();
      goOn();
    } else {
      begin(c, () -> giveUp(c));
    }
    return this;
  }

  private boolean isInProgress(int number) {
    return current instanceof Request request && request.request().number() == number;
  }

  private void giveUp(Withdraw c) {
    var parts = granted.get(c.request());
    if (parts == null) {
      reject(c, Rejection.UNKNOWN_RESERVATION);
      return;
    }
    hasGivenUp = false;
    for (var part : parts.parts()) {
      ask(new ClusterCommand.Withdraw(part.cluster(), part.reservation()), c.nowTick());
    }
  }

  private void reject(ClientCommand c, Rejection reason) {
    current = null;
    c.replyTo().tell(new Rejected(c.id(), reason));
  }

  /** Answers a command from memory, or begins to carry it out if that may be. */
  private Behavior<Command> begin(ClientCommand c, Runnable execution) {
    var known = remembered.of(c.id());
    if (known.isPresent()) {
      c.replyTo().tell(known.get());
    } else if (current != null && current.id().equals(c.id())) {
      current = c; // repeated: the last sender is answered
    } else if (remembered.isTooOld(c.id())) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.TOO_OLD));
    } else if (failure.isPresent()) {
      c.replyTo().tell(new Failed(c.id(), failure.get()));
    } else if (current != null) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.BUSY));
    } else {
      current = c;
      execution.run();
    }
    return this;
  }

  private Behavior<Command> onCandidatesFound(CandidatesFound c) {
    if (round == null
        && current instanceof Request request
        && request.id().equals(c.found().id())
        && !isConcluding) {
      round = new PlacementRound(request.request(), c.found().clusters(), request.nowTick());
      probeDeadline.ifPresent(
          after -> timers.startSingleTimer("probe", new ProbeDeadline(request.id()), after));
      goOn();
    }
    return this;
  }

  private void ask(ClusterCommand command, long now) {
    clusters.ask(
        command.cluster(),
        (id, replyTo) -> {
          asked.add(id);
          if (command instanceof ClusterCommand.Probe probe) {
            return new Provider.Probe(id, probe.request(), now, replyTo);
          } else if (command instanceof ClusterCommand.Reserve reserve) {
            return new Provider.Reserve(id, reserve.slot(), Lateness.REFUSED, now, replyTo);
          }
          var reservation = ((ClusterCommand.Withdraw) command).reservation();
          return new Provider.Withdraw(id, reservation, now, replyTo);
        });
  }

  private Behavior<Command> onClusterAnswered(ClusterAnswered c) {
    var reply = c.reply();
    if (!clusters.answered(reply.id()) || !asked.remove(reply.id()) || failure.isPresent()) {
      return this; // repeated, or of a cluster that has been left out
    }
    boolean isGone =
        reply instanceof Provider.Rejected rejected
            && rejected.reason() == io.metasched.resource.actor.Rejection.UNKNOWN_RESERVATION;
    if (reply instanceof Provider.Rejected rejected && !isGone) {
      fail("cluster %d rejects: %s".formatted(rejected.provider(), rejected.reason()));
    } else if (round != null) {
      tell(round, reply);
      goOn();
    } else {
      hasGivenUp |= !isGone;
      concludeWithdrawal();
    }
    return this;
  }

  private static void tell(PlacementRound round, Provider.Reply reply) {
    if (reply instanceof Provider.Probed probed) {
      round.probed(probed.provider(), probed.answer());
    } else if (reply instanceof Provider.Decided decided) {
      round.decided(decided.provider(), decided.answer());
    } else {
      round.givenUp(reply.provider()); // or it has begun meanwhile
    }
  }

  private Behavior<Command> onProbeDeadline(ProbeDeadline c) {
    var open = round;
    if (open != null && current != null && current.id().equals(c.request()) && open.isProbing()) {
      getContext().getLog().warn("Clusters {} do not answer a probe", open.awaited());
      asked.clear();
      open.leaveOutSilent();
      goOn();
    }
    return this;
  }

  /** Asks what is to be asked, or answers the request. */
  private void goOn() {
    var open = Objects.requireNonNull(round);
    var request = (Request) Objects.requireNonNull(current);
    if (!open.isOver()) {
      open.next().forEach(command -> ask(command, request.nowTick()));
      return;
    }
    round = null;
    asked.clear();
    timers.cancel("probe");
    var parts =
        open.reserved().entrySet().stream().map(e -> new Part(e.getKey(), e.getValue())).toList();
    var kept = new Granted(request.request().number(), parts);
    GridReservationFold.keep(granted, kept, request.nowTick());
    var reply = new Answered(request.id(), open.answer());
    var event =
        new GridReservationEvent.RequestAnswered(request.nowTick(), reply, kept, clusters.given());
    isConcluding = true;
    eventLog.append(event, () -> answerRequest(reply));
  }

  private void answerRequest(Answered reply) {
    var withdrawn = withdrawal;
    answer(reply);
    if (withdrawn != null) {
      withdrawal = null;
      current = withdrawn;
      isConcluding = true;
      writeWithdrawal(withdrawn);
    }
  }

  private void concludeWithdrawal() {
    if (!asked.isEmpty()) {
      return;
    }
    var c = (Withdraw) Objects.requireNonNull(current);
    granted.remove(c.request());
    if (hasGivenUp) {
      isConcluding = true;
      writeWithdrawal(c);
    } else {
      reject(c, Rejection.UNKNOWN_RESERVATION);
    }
  }

  private void writeWithdrawal(Withdraw c) {
    var reply = new Withdrawn(c.id());
    var event = new GridReservationEvent.ReservationWithdrawn(reply, c.request(), clusters.given());
    eventLog.append(event, () -> answer(reply));
  }

  private void answer(Reply reply) {
    var answered = Objects.requireNonNull(current);
    current = null;
    isConcluding = false;
    remembered.remember(reply.id(), reply);
    answered.replyTo().tell(reply);
  }

  private Behavior<Command> stopped(String who) {
    getContext().getLog().warn("{} has stopped", who);
    fail(who + " has stopped");
    return this;
  }

  /** Answers what is in progress, unless its answer is being written. */
  private void fail(String what) {
    if (failure.isEmpty()) {
      failure = Optional.of(what);
    }
    if (isConcluding) {
      return;
    }
    round = null;
    asked.clear();
    if (current != null) {
      // is remembered as long as the service lives, and not written
      answer(new Failed(current.id(), what));
    }
    var withdrawn = withdrawal;
    if (withdrawn != null) {
      withdrawal = null;
      withdrawn.replyTo().tell(new Failed(withdrawn.id(), what));
    }
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.hear(journal.reply());
    return this;
  }

  private Behavior<Command> onRetryTick(RetryTick tick) {
    clusters.askAgain();
    if (round == null && !isConcluding && current instanceof Request request) {
      askForCandidates(request);
    }
    return this;
  }
}
