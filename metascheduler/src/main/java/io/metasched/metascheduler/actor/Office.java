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
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Failure;
import io.metasched.metascheduler.actor.Metascheduler.KeeperCommand;
import io.metasched.metascheduler.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.actor.Metascheduler.Reply;
import io.metasched.metascheduler.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.actor.Metascheduler.UserReply;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.desk.Batch;
import io.metasched.metascheduler.desk.CycleReport;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.Chronicle;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.fanout.FannedSlots;
import io.metasched.resource.fanout.Sites;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the phases of a metascheduler share: its desk, its users, its children and the open cycle,
 * and how one phase ends and the next begins. Part of the actor, and confined to it.
 */
final class Office {
  private static final String USERS = "users";

  final int vo;
  final Desk desk;
  final Domains domains;
  final Users users;
  final Answers answers;
  final LongAdder planQuestions = new LongAdder(); // counted where plans are made
  final LongAdder moveQuestions = new LongAdder();

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final StashBuffer<Command> stash;
  private final Sites sites;
  private final MetaschedulerSettings settings;
  private final Supplier<Behavior<Command>> serving;
  private final ActorRef<CycleSession.Event> sessionEvents;
  private final ActorRef<Booker.Event> bookerEvents;
  private final Executor planner;
  private final Chronicle chronicle;
  private @Nullable ActorRef<Booker.Command> booker;
  private @Nullable OpenCycle open;
  private final TreeSet<ActorRef<CycleSession.Command>> idleSessions = new TreeSet<>();
  private final List<SessionLink> left = new ArrayList<>();
  private int sessionsAlive;
  private int sessionsSpawned;
  private long sessions;
  private long bookings;
  private int looksAtUsers;
  private int written; // events of the flow
  private @Nullable CycleReport reported;
  private boolean isBusy;
  private boolean isConcluded;
  private boolean unstashing;

  /**
   * @param journal where it is written down what commands have come to
   * @param serving the phase in which users are served, as it is when it is asked for
   */
  Office(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StashBuffer<Command> stash,
      int vo,
      Desk desk,
      Domains domains,
      MetaschedulerSettings settings,
      Journal journal,
      Supplier<Behavior<Command>> serving) {
    this.context = context;
    this.timers = timers;
    this.stash = stash;
    this.vo = vo;
    this.desk = desk;
    this.domains = domains;
    sites = new Sites(domains.nodes());
    this.settings = settings;
    this.serving = serving;
    users = new Users(desk.flow(), vo);
    answers = new Answers(settings.rememberedAnswers());
    bookerEvents = context.messageAdapter(Booker.Event.class, Metascheduler.BookerTold::new);
    chronicle = Chronicle.open(context, journal, Metascheduler.ScribeTold::new);
    sessionEvents =
        context.messageAdapter(CycleSession.Event.class, Metascheduler.SessionTold::new);
    planner =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(MetaschedulerSettings.PLANNING_DISPATCHER));
  }

  /** Booker and sessions count their commands each by itself. */
  private int bookerGiver() {
    return 2 * vo;
  }

  private int sessionGiver() {
    return 2 * vo + 1;
  }

  ActorRef<Command> self() {
    return context.getSelf();
  }

  /** Gives the booker a command; a {@link Booker.Event} tells what it comes to. */
  void book(Booker.Command command) {
    if (booker == null) {
      booker =
          context.spawn(
              Booker.create(domains, bookerGiver(), bookings, settings, bookerEvents),
              "booker",
              DispatcherSelector.sameAsParent());
      context.watch(booker);
    }
    bookings++;
    booker.tell(command);
  }

  // --- what commands have come to

  /** Whether what has come of a command is written down. */
  boolean keepsMinutes() {
    return chronicle.isKept();
  }

  /**
   * Writes down what has come of a command, answers it, and goes back to where users are served.
   */
  Behavior<Command> conclude(UserCommand command, UserReply reply) {
    return conclude(reply, null, () -> answers.give(command, reply));
  }

  /** The same for a command of the keeper of time. */
  Behavior<Command> conclude(KeeperCommand command, Reply reply) {
    return conclude(null, reply, () -> answers.give(command, reply));
  }

  private Behavior<Command> conclude(
      @Nullable UserReply toUser, @Nullable Reply toKeeper, Runnable answer) {
    if (!chronicle.isKept()) {
      concluded(answer);
      return isBusy ? rest() : Behaviors.same();
    }
    isConcluded = false;
    chronicle.append(minute(toUser, toKeeper), () -> concluded(answer));
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.ScribeTold.class,
                told -> {
                  chronicle.hear(told.told());
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

  private Minute minute(@Nullable UserReply toUser, @Nullable Reply toKeeper) {
    var history = desk.flow().history();
    var news = List.copyOf(history.subList(written, history.size()));
    written = history.size();
    var report = desk.lastReport().orElse(null);
    var changed = Objects.equals(report, reported) ? null : report;
    reported = report;
    var counts =
        new Minute.Counts(
            bookings, sessions, users.asked(), planQuestions.sum(), moveQuestions.sum());
    var cycle = open == null ? null : open.opened;
    return new Minute.Concluded(toUser, toKeeper, news, changed, cycle, counts);
  }

  /**
   * Takes up what was written in earlier lives.
   *
   * @return the cycle that was open at the end of it
   */
  Minute.@Nullable Opened recall(List<CborSerializable> minutes) {
    var came = new TreeMap<Integer, ActorRef<VoUser.Command>>();
    Minute.Concluded last = null;
    for (var minute : minutes) {
      if (minute instanceof Minute.Came user) {
        came.put(user.user(), user.notices());
      } else if (minute instanceof Minute.Concluded concluded) {
        recall(concluded);
        last = concluded;
      }
    }
    came.forEach(
        (user, notices) -> {
          if (!users.know(user)) { // he may have come just now
            users.join(user, notices);
          }
        });
    if (last == null) {
      return null;
    }
    written = desk.flow().history().size();
    reported = desk.lastReport().orElse(null);
    bookings = last.counts().bookings();
    sessions = last.counts().sessions();
    planQuestions.add(last.counts().forPlans());
    moveQuestions.add(last.counts().forMoves());
    users.recall(last.counts().asked());
    return last.cycle();
  }

  private void recall(Minute.Concluded minute) {
    desk.recall(minute.events());
    if (minute.report() != null) {
      desk.recall(minute.report());
    }
    if (minute.toUser() != null) {
      answers.recall(minute.toUser());
    }
    if (minute.toKeeper() != null) {
      answers.recall(minute.toKeeper());
    }
  }

  /** Whatever it is at, a user may make himself known, again after having died. */
  private Behavior<Command> onJoin(Metascheduler.Join c) {
    users.join(c.user(), c.notices());
    chronicle.append(
        new Minute.Came(c.user(), c.notices()),
        () -> c.replyTo().tell(new Metascheduler.Joined(c.id())));
    return Behaviors.same();
  }

  /** What was done is written down, or cannot be. */
  Behavior<Command> onScribeTold(Metascheduler.ScribeTold told) {
    chronicle.hear(told.told());
    return Behaviors.same();
  }

  /** What has happened, from an event on, and not too much of it. */
  Metascheduler.Told told(CommandId id, int from, int mostEvents) {
    var history = desk.flow().history();
    int first = Math.min(from, history.size());
    int behind = (int) Math.min((long) first + mostEvents, history.size());
    return new Metascheduler.Told(id, history.subList(first, behind), behind < history.size());
  }

  // --- phases

  /** Completes a phase in which users and the keeper of time are served at once. */
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
        .onMessage(Metascheduler.ScribeTold.class, this::onScribeTold)
        .onSignal(ChildFailed.class, Office::onChildFailed)
        .onSignal(Terminated.class, this::onTerminated);
  }

  /** A session has stopped as it was to. */
  Behavior<Command> onTerminated(Terminated stopped) {
    sessionsAlive--;
    return Behaviors.same();
  }

  /** Stops all sessions, which are closed; as long as one is alive, it may tell domains so. */
  void stopSessions() {
    idleSessions.forEach(session -> session.tell(new CycleSession.Stop()));
    idleSessions.clear();
  }

  boolean hasSessionsAlive() {
    return sessionsAlive > 0;
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

  /** An answer that nobody waits for any more, such as a repeated one. */
  private Behavior<Command> late(Command command) {
    context.getLog().debug("Organization {}: {} comes too late", vo, command);
    return Behaviors.same();
  }

  private static boolean isRequest(Command command) {
    return command instanceof UserCommand || command instanceof KeeperCommand;
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
  Behavior<Command> fail(KeeperCommand command, Failure failure, String what) {
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
   * A plan of an older cycle is dropped. The session stays open until the plan is booked: whoever
   * takes over before that makes the plan again.
   */
  Behavior<Command> onPlanMade(Metascheduler.PlanMade made) {
    if (open != null && open.number == made.cycle()) {
      open.plan = made;
    }
    return Behaviors.same();
  }

  // --- sessions, and planning in them

  /** Opens a session with all domains; a {@link CycleSession.Event} tells when it is open. */
  SessionLink openSession(Span horizon, long now, LongAdder asked) {
    return openSession(sessions++, horizon, now, asked);
  }

  /** Opens a session of an earlier life once more, by its number. */
  SessionLink openSession(long number, Span horizon, long now, LongAdder asked) {
    var first = new CommandId(sessionGiver(), number << Integer.SIZE);
    var over = new CompletableFuture<@Nullable Void>();
    var idle = idleSessions.pollFirst();
    var session = idle == null ? spawnSession() : idle;
    session.tell(new CycleSession.Open(first, horizon, now, over));
    return new SessionLink(first, session, settings.faultDeadline().multipliedBy(3), over, asked);
  }

  private ActorRef<CycleSession.Command> spawnSession() {
    var session =
        context.spawn(
            CycleSession.create(domains, sessionGiver(), settings, sessionEvents),
            "session-" + sessionsSpawned++,
            DispatcherSelector.sameAsParent());
    context.watch(session);
    sessionsAlive++;
    return session;
  }

  /** Closes a session, where it is not closed already; the next one may take its place. */
  void close(SessionLink link) {
    link.session().tell(new CycleSession.Close(link.id()));
    idleSessions.add(link.session());
  }

  /** Closes a session once the command that needs it is concluded: nobody comes back to it then. */
  void leave(SessionLink link) {
    left.add(link);
  }

  /**
   * The slots of a session.
   *
   * @param opened what is known since it was opened
   * @param mayComeBack slots that the policy may give back
   */
  FannedSlots slots(SessionLink link, CycleSession.Opened opened, List<Slot> mayComeBack) {
    return new FannedSlots(link, sites, mayComeBack, settings.spareParts(), opened.lists());
  }

  /** Opens a cycle, in whose session the policy begins to plan its batch. */
  void plan(Batch batch, SessionLink session, CycleSession.Opened offers) {
    var jobs = batch.jobs().stream().map(Job::id).toList();
    long number = session.id().number() >>> Integer.SIZE;
    var opened = new Minute.Opened(batch.cycle(), batch.nowTick(), number, jobs);
    open = new OpenCycle(opened, session, offers.versions());
    var snapshot = desk.snapshot(batch, slots(session, offers, List.of()), offers.slots());
    think(
        () -> desk.plan(snapshot),
        (plan, error) -> new Metascheduler.PlanMade(snapshot.cycle(), plan, error));
  }

  /** Lets a policy think on its own thread; what it comes to is told to this actor. */
  <P> void think(
      Supplier<P> policy, BiFunction<@Nullable P, @Nullable Throwable, Command> outcome) {
    context.pipeToSelf(CompletableFuture.supplyAsync(policy, planner), outcome::apply);
  }

  /** A policy has come to nothing. */
  Behavior<Command> planFailed(KeeperCommand command, @Nullable Throwable error) {
    var cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof GridTooLargeException) {
      return fail(command, Failure.GRID_TOO_LARGE, String.valueOf(cause.getMessage()));
    } else if (cause instanceof SessionLostException) {
      return fail(command, Failure.DOMAIN_LOST, String.valueOf(cause.getMessage()));
    }
    boolean memory = cause instanceof OutOfMemoryError;
    return fail(command, memory ? Failure.OUT_OF_MEMORY : Failure.POLICY, String.valueOf(cause));
  }

  // --- asking users

  /** Asks all users; they are told of as silent when not all have answered in time. */
  void askUsers(Users.Question question) {
    users.ask(question);
    looksAtUsers = 0;
    var look = new Metascheduler.LookWhichUsersAreSilent();
    timers.startTimerWithFixedDelay(USERS, look, settings.askAgainAfter());
  }

  /** Asks users again who have not answered; true when they have not for too long. */
  boolean usersAreLost() {
    if (++looksAtUsers < settings.looksUntilLost()) {
      users.askAgain();
      return false;
    }
    timers.cancel(USERS);
    return true;
  }

  /** Whether all users have answered; nobody is silent any more then. */
  boolean usersHaveAnswered() {
    if (users.haveAnswered()) {
      timers.cancel(USERS);
    }
    return users.haveAnswered();
  }

  Behavior<Command> usersAreSilent(KeeperCommand command) {
    return fail(command, Failure.USER_LOST, "no answer from users %s".formatted(users.silent()));
  }
}
