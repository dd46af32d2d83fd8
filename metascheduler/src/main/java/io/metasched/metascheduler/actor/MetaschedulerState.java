package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.BehaviorBuilder;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.japi.function.Function;
import io.metasched.metascheduler.actor.Metascheduler.ClockCommand;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;
import io.metasched.metascheduler.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.actor.Metascheduler.Reply;
import io.metasched.metascheduler.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.actor.Metascheduler.UserReply;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.flow.JobFlow;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.scheduling.Batch;
import io.metasched.metascheduler.scheduling.VoScheduler;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.fanout.DistributedSlotView;
import io.metasched.resource.fanout.DomainIndex;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the phases of a metascheduler share: its scheduler, its users, its children and the open
 * cycle, and how one phase ends and the next begins. Part of the actor, and confined to it.
 */
final class MetaschedulerState {
  private static final String USERS = "users";

  final int vo;
  final VoScheduler scheduler;
  final Domains domains;
  final Users users;
  final CommandReplies answers;
  final LongAdder planQuestions = new LongAdder(); // counted where plans are made
  final LongAdder moveQuestions = new LongAdder();

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final StashBuffer<Command> stash;
  private final DomainIndex sites;
  private final MetaschedulerSettings settings;
  private final Supplier<Behavior<Command>> serving;
  private final ActorRef<CycleSession.Event> sessionEvents;
  private final ActorRef<BookingCoordinator.Event> coordinatorEvents;
  private final Executor planner;
  final MetaschedulerJournal journal;
  private @Nullable ActorRef<BookingCoordinator.Command> coordinator;
  private @Nullable OpenCycle open;
  private final TreeSet<ActorRef<CycleSession.Command>> idleSessions = new TreeSet<>();
  private final List<SessionLink> left = new ArrayList<>();
  private int openSessions;
  private int sessionsSpawned;
  private long sessions;
  private long bookings;
  private int retriesAtUsers;
  private boolean isBusy;
  private boolean isConcluded;
  private boolean unstashing;

  /**
   * @param written where events are written
   * @param serving the phase in which users are served, as it is when it is asked for
   */
  MetaschedulerState(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StashBuffer<Command> stash,
      int vo,
      VoScheduler scheduler,
      Domains domains,
      MetaschedulerSettings settings,
      Journal written,
      Supplier<Behavior<Command>> serving) {
    this.context = context;
    this.timers = timers;
    this.stash = stash;
    this.vo = vo;
    this.scheduler = scheduler;
    this.domains = domains;
    sites = new DomainIndex(domains.nodes());
    this.settings = settings;
    this.serving = serving;
    users = new Users(scheduler.flow(), vo);
    answers = new CommandReplies(settings.cachedReplies());
    coordinatorEvents =
        context.messageAdapter(BookingCoordinator.Event.class, Metascheduler.BookingEvent::new);
    journal = new MetaschedulerJournal(context, written, scheduler, settings.cachedReplies());
    sessionEvents =
        context.messageAdapter(CycleSession.Event.class, Metascheduler.SessionEvent::new);
    planner =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(MetaschedulerSettings.PLANNING_DISPATCHER));
  }

  /** The booking coordinator and sessions count their commands each by itself. */
  private int coordinatorIssuer() {
    return 2 * vo;
  }

  private int sessionIssuer() {
    return 2 * vo + 1;
  }

  ActorRef<Command> self() {
    return context.getSelf();
  }

  /**
   * Gives the booking coordinator a command; its {@link BookingCoordinator.Event} is the result.
   */
  void book(BookingCoordinator.Command command) {
    if (coordinator == null) {
      coordinator =
          context.spawn(
              BookingCoordinator.create(
                  domains, coordinatorIssuer(), bookings, settings, coordinatorEvents),
              "booking-coordinator",
              DispatcherSelector.sameAsParent());
      context.watch(coordinator);
    }
    bookings++;
    coordinator.tell(command);
  }

  // --- what commands have come to

  /** Writes what a command has come to, answers it, and goes back to where users are served. */
  Behavior<Command> conclude(UserCommand command, UserReply reply) {
    return conclude(reply, null, () -> answers.give(command, reply));
  }

  /** The same for a command of the clock. */
  Behavior<Command> conclude(ClockCommand command, Reply reply) {
    return conclude(null, reply, () -> answers.give(command, reply));
  }

  private Behavior<Command> conclude(
      @Nullable UserReply toUser, @Nullable Reply toClock, Runnable answer) {
    if (!journal.isKept()) {
      concluded(answer);
      return isBusy ? rest() : Behaviors.same();
    }
    isConcluded = false;
    var counts =
        new MetaschedulerEvent.Counts(
            bookings, sessions, users.asked(), planQuestions.sum(), moveQuestions.sum());
    journal.concluded(
        toUser, toClock, open == null ? null : open.opened, counts, () -> concluded(answer));
    users.forgetHistory();
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.JournalReplied.class,
                reply -> {
                  journal.hear(reply.reply());
                  return isConcluded ? rest() : Behaviors.same();
                }));
  }

  private void concluded(Runnable answer) {
    isConcluded = true;
    closeLeft();
    answer.run();
  }

  private void closeLeft() {
    left.forEach(this::close);
    left.clear();
  }

  /** Goes on from a snapshot. */
  void restore(MetaschedulerEvent.Snapshot from) {
    journal.restore(from);
    answers.restore(from.answers());
    users.restore(from);
    bookings = from.counts().bookings();
    sessions = from.counts().sessions();
    planQuestions.add(from.counts().forPlans());
    moveQuestions.add(from.counts().forMoves());
  }

  /** In each phase a user may join, or join again. */
  private Behavior<Command> onJoin(Metascheduler.Join c) {
    users.join(c.user(), c.notices());
    journal.userJoined(c, () -> c.replyTo().tell(new Metascheduler.Joined(c.id())));
    return Behaviors.same();
  }

  /** An event is written, or cannot be. */
  Behavior<Command> onJournalReplied(Metascheduler.JournalReplied reply) {
    journal.hear(reply.reply());
    return Behaviors.same();
  }

  // --- history

  /** Goes on once the history is at hand; a journaled metascheduler reads it first. */
  Behavior<Command> withHistory(Supplier<Behavior<Command>> then) {
    if (journal.hasHistory()) {
      return then.get();
    }
    journal.readHistory();
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.JournalReplied.class,
                reply -> {
                  journal.hear(reply.reply());
                  return journal.hasHistory() ? then.get() : Behaviors.same();
                }));
  }

  /** What has happened, from an event on, and not too much of it; the history is at hand. */
  Metascheduler.HistoryPage page(CommandId id, int from, int mostEvents) {
    var history = journal.events();
    int first = Math.min(from, history.size());
    int behind = (int) Math.min((long) first + mostEvents, history.size());
    return new Metascheduler.HistoryPage(
        id, history.subList(first, behind), behind < history.size());
  }

  /** A user has missed notices; the history is at hand. */
  void repeatNews(Metascheduler.Missed missed) {
    var events = journal.events();
    var all =
        journal.isKept()
            ? JobFlow.replay(scheduler.rules().unlimitedAccounts(), events)
            : scheduler.flow();
    users.missed(missed.id(), missed.user(), missed.first(), events, all);
  }

  // --- phases

  /** Completes a phase in which users and the clock are served at once. */
  Behavior<Command> receptive(BehaviorBuilder<Command> phase) {
    return watching(phase)
        .onAnyMessage(c -> isRequest(c) ? Behaviors.unhandled() : late(c))
        .build();
  }

  /** Completes a phase in which they wait. */
  Behavior<Command> busy(BehaviorBuilder<Command> phase) {
    isBusy = true;
    return watching(phase).onAnyMessage(this::wait).build();
  }

  /** Whatever the phase, a plan may be made, and a child may stop. */
  private BehaviorBuilder<Command> watching(BehaviorBuilder<Command> phase) {
    return phase
        .onMessage(Metascheduler.PlanMade.class, this::onPlanMade)
        .onMessage(Metascheduler.Join.class, this::onJoin)
        .onMessage(Metascheduler.JournalReplied.class, this::onJournalReplied)
        .onSignal(ChildFailed.class, MetaschedulerState::onChildFailed)
        .onSignal(Terminated.class, this::onTerminated);
  }

  /** A session has stopped as it was to. */
  Behavior<Command> onTerminated(Terminated stopped) {
    openSessions--;
    return Behaviors.same();
  }

  /**
   * Stops all sessions, which are closed; until it has stopped, a session may repeat that to
   * domains.
   */
  void stopSessions() {
    idleSessions.forEach(session -> session.tell(new CycleSession.Stop()));
    idleSessions.clear();
  }

  boolean hasOpenSessions() {
    return openSessions > 0;
  }

  /** It cannot go on: nothing is taken any more. */
  private Behavior<Command> broken() {
    return Behaviors.receive(Command.class)
        .onAnyMessage(c -> answers.repeat(c) ? Behaviors.same() : reject(c, Rejection.BROKEN))
        .onSignal(Terminated.class, stopped -> Behaviors.same())
        .build();
  }

  private static Behavior<Command> onChildFailed(ChildFailed child) {
    throw new IllegalStateException("%s has failed".formatted(child.getRef()), child.getCause());
  }

  /** A reply that is not awaited any more, such as a repeated one. */
  private Behavior<Command> late(Command command) {
    context.getLog().debug("Organization {}: {} comes too late", vo, command);
    return Behaviors.same();
  }

  private static boolean isRequest(Command command) {
    return command instanceof UserCommand || command instanceof ClockCommand;
  }

  private Behavior<Command> wait(Command command) {
    if (!isRequest(command)) {
      return late(command);
    } else if (!unstashing && (answers.hasTaken(command) || answers.repeat(command))) {
      return Behaviors.same();
    } else if (stash.isFull()) {
      return reject(command, Rejection.BUSY);
    }
    answers.take(command);
    stash.stash(command);
    return Behaviors.same();
  }

  /** The handler for a request that is not a repeated one. */
  <C extends Command> Function<C, Behavior<Command>> fresh(Function<C, Behavior<Command>> handler) {
    return command -> {
      if (answers.repeat(command)) {
        return Behaviors.same();
      }
      answers.take(command);
      return handler.apply(command);
    };
  }

  Behavior<Command> reject(Command command, Rejection reason) {
    answers.reject(command, reason);
    return Behaviors.same();
  }

  /** Goes back to where users are served, and to what has waited. */
  Behavior<Command> rest() {
    isBusy = false;
    return next(serving.get());
  }

  /** Ends in failure: the command is answered so, and all others are rejected from now on. */
  Behavior<Command> fail(ClockCommand command, Failure failure, String what) {
    context.getLog().debug("Organization {} fails: {}", vo, what);
    answers.give(command, new Metascheduler.Failed(command.id(), failure, what));
    return breakDown();
  }

  /** Nothing goes on any more. */
  Behavior<Command> breakDown() {
    timers.cancelAll();
    closeCycle();
    closeLeft();
    return next(broken());
  }

  /** What has waited comes first; where it is at it already, the rest of it comes by itself. */
  private Behavior<Command> next(Behavior<Command> phase) {
    if (unstashing) {
      return phase;
    }
    unstashing = true;
    try {
      return stash.unstashAll(phase);
    } finally {
      unstashing = false;
    }
  }

  // --- the open cycle

  /** The cycle whose plan is being made, or waits to be booked. */
  Optional<OpenCycle> openCycle() {
    return Optional.ofNullable(open);
  }

  /** The plan of the cycle is booked. */
  void closeCycle() {
    openCycle().ifPresent(cycle -> leave(cycle.session));
    open = null;
  }

  /**
   * A plan of an older cycle is dropped. The session stays open until the plan is booked: one that
   * takes over before that makes the plan again.
   */
  Behavior<Command> onPlanMade(Metascheduler.PlanMade made) {
    if (open != null && open.number == made.cycle()) {
      open.plan = made;
    }
    return Behaviors.same();
  }

  // --- sessions, and planning in them

  /** Opens a session with all domains; a {@link CycleSession.Event} reports when it is open. */
  SessionLink openSession(Span horizon, long now, LongAdder asked) {
    return openSession(sessions++, horizon, now, asked);
  }

  /** Opens a session of an earlier incarnation once more, by its number. */
  SessionLink openSession(long number, Span horizon, long now, LongAdder asked) {
    var first = new CommandId(sessionIssuer(), number << Integer.SIZE);
    var over = new CompletableFuture<@Nullable Void>();
    var idle = idleSessions.pollFirst();
    var session = idle == null ? spawnSession() : idle;
    session.tell(new CycleSession.Open(first, horizon, now, over));
    return new SessionLink(first, session, settings.faultDeadline().multipliedBy(3), over, asked);
  }

  private ActorRef<CycleSession.Command> spawnSession() {
    var session =
        context.spawn(
            CycleSession.create(domains, sessionIssuer(), settings, sessionEvents),
            "session-" + sessionsSpawned++,
            DispatcherSelector.sameAsParent());
    context.watch(session);
    openSessions++;
    return session;
  }

  /** Closes a session, where it is not closed already; the next one may take its place. */
  void close(SessionLink link) {
    link.session().tell(new CycleSession.Close(link.id()));
    idleSessions.add(link.session());
  }

  /** Closes a session once the command that needs it is concluded: no command refers to it then. */
  void leave(SessionLink link) {
    left.add(link);
  }

  /**
   * The slots of a session.
   *
   * @param opened what is known since it was opened
   * @param mayComeBack slots that the policy may give back
   */
  DistributedSlotView slots(SessionLink link, CycleSession.Opened opened, List<Slot> mayComeBack) {
    return new DistributedSlotView(link, sites, mayComeBack, settings.spareParts(), opened.lists());
  }

  /** Opens a cycle, in whose session the policy begins to plan its batch. */
  void plan(Batch batch, SessionLink session, CycleSession.Opened offers) {
    var jobs = batch.jobs().stream().map(Job::id).toList();
    long number = session.id().number() >>> Integer.SIZE;
    var opened = new MetaschedulerEvent.Opened(batch.cycle(), batch.nowTick(), number, jobs);
    open = new OpenCycle(opened, session, offers.versions());
    var snapshot = scheduler.snapshot(batch, slots(session, offers, List.of()), offers.slots());
    think(
        () -> scheduler.plan(snapshot),
        (plan, error) -> new Metascheduler.PlanMade(snapshot.cycle(), plan, error));
  }

  /** Runs a policy on its own thread; the result is sent to this actor. */
  <P> void think(
      Supplier<P> policy, BiFunction<@Nullable P, @Nullable Throwable, Command> outcome) {
    context.pipeToSelf(CompletableFuture.supplyAsync(policy, planner), outcome::apply);
  }

  /** A policy has come to nothing. */
  Behavior<Command> planFailed(ClockCommand command, @Nullable Throwable error) {
    var cause = error instanceof CompletionException ? error.getCause() : error;
    // a policy may have wrapped what it met
    for (var e = cause; e != null; e = e.getCause()) {
      if (e instanceof GridTooLargeException) {
        return fail(command, Failure.GRID_TOO_LARGE, String.valueOf(e.getMessage()));
      } else if (e instanceof SessionFailedException) {
        return fail(command, Failure.DOMAIN_LOST, String.valueOf(e.getMessage()));
      } else if (e instanceof OutOfMemoryError) {
        return fail(command, Failure.OUT_OF_MEMORY, String.valueOf(e));
      }
    }
    var said = cause instanceof IllegalStateException ? cause.getMessage() : null;
    return fail(command, Failure.POLICY, said == null ? String.valueOf(cause) : said);
  }

  // --- asking users

  /** Asks all users; those that have not answered in time are reported. */
  void askUsers(Users.CommandFactory question) {
    users.ask(question);
    retriesAtUsers = 0;
    var tick = new Metascheduler.RetryUsers();
    timers.startTimerWithFixedDelay(USERS, tick, settings.retryInterval());
  }

  /** Asks users that have not answered again; true when they have timed out. */
  boolean usersTimedOut() {
    if (++retriesAtUsers < settings.retriesUntilTimeout()) {
      users.askAgain();
      return false;
    }
    timers.cancel(USERS);
    return true;
  }

  /** Whether all users have answered; then none can time out. */
  boolean usersHaveAnswered() {
    if (users.haveAnswered()) {
      timers.cancel(USERS);
    }
    return users.haveAnswered();
  }

  Behavior<Command> failForUsers(ClockCommand command) {
    return fail(
        command, Failure.USER_LOST, "no answer from users %s".formatted(users.unanswered()));
  }
}
