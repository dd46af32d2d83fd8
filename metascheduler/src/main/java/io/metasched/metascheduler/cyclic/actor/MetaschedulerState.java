package io.metasched.metascheduler.cyclic.actor;

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
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.ClockCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failure;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Reply;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserReply;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.cyclic.scheduling.Batch;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.model.Job;
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
 * Shared state of the phases of a metascheduler: its scheduler, its users, its children and the
 * open cycle, and the transitions between phases. Part of the actor, and confined to it.
 */
final class MetaschedulerState {
  private static final String USERS = "users";

  final int vo;
  final VoScheduler scheduler;
  final Domains domains;
  final Users users;
  final CommandReplies answers;
  final LongAdder planQuestions = new LongAdder(); // counted by the planning threads
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
   * @param written journal to which events are written
   * @param serving supplier of the phase in which users are served, evaluated at each use
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

  /**
   * Returns the issuer of the booking coordinator's commands; sessions have another, because each
   * counts its commands separately.
   */
  private int coordinatorIssuer() {
    return 2 * vo;
  }

  private int sessionIssuer() {
    return 2 * vo + 1;
  }

  ActorRef<Command> self() {
    return context.getSelf();
  }

  /** Sends the booking coordinator a command; its reply is a {@link BookingCoordinator.Event}. */
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

  // --- results of commands

  /**
   * Writes the result of a command, answers it, and returns to the phase in which users are served.
   */
  Behavior<Command> conclude(UserCommand command, UserReply reply) {
    return conclude(reply, null, () -> answers.give(command, reply));
  }

  /**
   * Writes the result of a command of the clock, answers it, and returns to the phase in which
   * users are served.
   */
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

  /** Restores a snapshot. */
  void restore(MetaschedulerEvent.Snapshot from) {
    journal.restore(from);
    answers.restore(from.answers());
    users.restore(from);
    bookings = from.counts().bookings();
    sessions = from.counts().sessions();
    planQuestions.add(from.counts().forPlans());
    moveQuestions.add(from.counts().forMoves());
  }

  /** Lets a user join, or join again, in any phase. */
  private Behavior<Command> onJoin(Metascheduler.Join c) {
    users.join(c.user(), c.notices());
    journal.userJoined(c, () -> c.replyTo().tell(new Metascheduler.Joined(c.id())));
    return Behaviors.same();
  }

  /** Processes a reply of the journal: an event is written, or cannot be. */
  Behavior<Command> onJournalReplied(Metascheduler.JournalReplied reply) {
    journal.hear(reply.reply());
    return Behaviors.same();
  }

  // --- history

  /** Continues once the history is in memory; a journaled metascheduler reads it first. */
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

  /** Returns up to {@code mostEvents} events from an event on; the history is in memory. */
  Metascheduler.HistoryPage page(CommandId id, int from, int mostEvents) {
    var history = journal.events();
    int first = Math.min(from, history.size());
    int behind = (int) Math.min((long) first + mostEvents, history.size());
    return new Metascheduler.HistoryPage(
        id, history.subList(first, behind), behind < history.size());
  }

  /** Repeats the notices that a user has missed; the history is in memory. */
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

  /** Completes a phase in which their commands wait. */
  Behavior<Command> busy(BehaviorBuilder<Command> phase) {
    isBusy = true;
    return watching(phase).onAnyMessage(this::wait).build();
  }

  /** Adds the handlers common to all phases, such as for a finished plan or a stopped child. */
  private BehaviorBuilder<Command> watching(BehaviorBuilder<Command> phase) {
    return phase
        .onMessage(Metascheduler.PlanMade.class, this::onPlanMade)
        .onMessage(Metascheduler.Join.class, this::onJoin)
        .onMessage(Metascheduler.JournalReplied.class, this::onJournalReplied)
        .onSignal(ChildFailed.class, MetaschedulerState::onChildFailed)
        .onSignal(Terminated.class, this::onTerminated);
  }

  /** Counts an idle session that has stopped on request. */
  Behavior<Command> onTerminated(Terminated stopped) {
    openSessions--;
    return Behaviors.same();
  }

  /**
   * Stops all sessions, which are closed; until a session has stopped, it may repeat the closing to
   * domains.
   */
  void stopSessions() {
    idleSessions.forEach(session -> session.tell(new CycleSession.Stop()));
    idleSessions.clear();
  }

  boolean hasOpenSessions() {
    return openSessions > 0;
  }

  /** Returns the behavior after a failure, which rejects all commands except repeated ones. */
  private Behavior<Command> broken() {
    return Behaviors.receive(Command.class)
        .onAnyMessage(c -> answers.repeat(c) ? Behaviors.same() : reject(c, Rejection.BROKEN))
        .onSignal(Terminated.class, stopped -> Behaviors.same())
        .build();
  }

  private static Behavior<Command> onChildFailed(ChildFailed child) {
    throw new IllegalStateException("%s has failed".formatted(child.getRef()), child.getCause());
  }

  /** Ignores a reply that is not awaited any more, such as a repeated one. */
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

  /** Returns a handler that only receives requests that are not repeated. */
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

  /** Returns to the phase in which users are served, and to the stashed commands. */
  Behavior<Command> rest() {
    isBusy = false;
    return next(serving.get());
  }

  /** Fails: the command is answered with the failure, and all others are rejected from now on. */
  Behavior<Command> fail(ClockCommand command, Failure failure, String what) {
    context.getLog().debug("Organization {} fails: {}", vo, what);
    answers.give(command, new Metascheduler.Failed(command.id(), failure, what));
    return breakDown();
  }

  /** Stops all activity. */
  Behavior<Command> breakDown() {
    timers.cancelAll();
    closeCycle();
    closeLeft();
    return next(broken());
  }

  /**
   * Continues with the stashed commands; if they are being unstashed already, the rest of them
   * follows by itself.
   */
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

  /** Returns the cycle whose plan is being made, or waits to be booked. */
  Optional<OpenCycle> openCycle() {
    return Optional.ofNullable(open);
  }

  /** Closes the cycle after its plan is booked. */
  void closeCycle() {
    openCycle().ifPresent(cycle -> leave(cycle.session));
    open = null;
  }

  /**
   * Receives a plan; a plan of an older cycle is dropped. The session stays open until the plan is
   * booked: an incarnation that takes over before that makes the plan again.
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

  /** Opens a session of an earlier incarnation again, by its number. */
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

  /** Closes a session, if it is not closed already; the next one may reuse its actor. */
  void close(SessionLink link) {
    link.session().tell(new CycleSession.Close(link.id()));
    idleSessions.add(link.session());
  }

  /**
   * Closes a session once the command that needs it is concluded, when no command refers to it any
   * more.
   */
  void leave(SessionLink link) {
    left.add(link);
  }

  /**
   * Returns the slots of a session.
   *
   * @param opened data known from its opening
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

  /** Fails because a policy has failed. */
  Behavior<Command> planFailed(ClockCommand command, @Nullable Throwable error) {
    var cause = error instanceof CompletionException ? error.getCause() : error;
    // a policy may have wrapped the exception
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

  /** Sends a question to all users; those that have not answered in time are reported. */
  void askUsers(Users.CommandFactory question) {
    users.ask(question);
    retriesAtUsers = 0;
    var tick = new Metascheduler.RetryUsers();
    timers.startTimerWithFixedDelay(USERS, tick, settings.retryInterval());
  }

  /**
   * Repeats the question to users that have not answered; returns true when they have timed out.
   */
  boolean usersTimedOut() {
    if (++retriesAtUsers < settings.retriesUntilTimeout()) {
      users.askAgain();
      return false;
    }
    timers.cancel(USERS);
    return true;
  }

  /** Returns whether all users have answered; then none can time out. */
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
