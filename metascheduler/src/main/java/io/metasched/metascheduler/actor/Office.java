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
import io.metasched.metascheduler.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.resource.fanout.FannedSlots;
import io.metasched.resource.fanout.Sites;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
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
  final ActorRef<Booker.Command> booker;
  final LongAdder planQuestions = new LongAdder(); // counted where plans are made
  final LongAdder moveQuestions = new LongAdder();

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final StashBuffer<Command> stash;
  private final Sites sites;
  private final MetaschedulerSettings settings;
  private final Supplier<Behavior<Command>> serving;
  private final ActorRef<CycleSession.Event> sessionEvents;
  private final Executor planner;
  private @Nullable OpenCycle open;
  private final TreeSet<ActorRef<CycleSession.Command>> idleSessions = new TreeSet<>();
  private int sessionsAlive;
  private int sessionsSpawned;
  private long sessions;
  private boolean unstashing;

  /**
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
    var bookerEvents = context.messageAdapter(Booker.Event.class, Metascheduler.BookerTold::new);
    booker =
        context.spawn(
            Booker.create(domains, bookerGiver(), settings, bookerEvents),
            "booker",
            DispatcherSelector.sameAsParent());
    context.watch(booker);
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

  // --- phases

  /** Completes a phase in which users and the keeper of time are served at once. */
  Behavior<Command> receptive(BehaviorBuilder<Command> phase) {
    return watching(phase)
        .onAnyMessage(c -> isRequest(c) ? Behaviors.unhandled() : late(c))
        .build();
  }

  /** Completes a phase in which they wait. */
  Behavior<Command> busy(BehaviorBuilder<Command> phase) {
    return watching(phase).onAnyMessage(this::wait).build();
  }

  /** Whatever the phase, a plan may be made, and a child may stop. */
  private BehaviorBuilder<Command> watching(BehaviorBuilder<Command> phase) {
    return phase
        .onMessage(Metascheduler.PlanMade.class, this::onPlanMade)
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
    } else if (answers.repeat(command)) {
      return Behaviors.same();
    } else if (stash.isFull()) {
      return reject(command, Rejection.BUSY);
    }
    stash.stash(command);
    return Behaviors.same();
  }

  /** The handler for a request that is not a repeated one. */
  <C extends Command> Function<C, Behavior<Command>> fresh(Function<C, Behavior<Command>> handler) {
    return command -> answers.repeat(command) ? Behaviors.same() : handler.apply(command);
  }

  Behavior<Command> reject(Command command, Rejection reason) {
    answers.reject(command, reason);
    return Behaviors.same();
  }

  /** Goes back to where users are served, and to what has waited. */
  Behavior<Command> rest() {
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
    openCycle().ifPresent(cycle -> close(cycle.session));
    open = null;
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

  void open(OpenCycle cycle) {
    open = cycle;
  }

  void closeCycle() {
    open = null;
  }

  /** A plan of an older cycle is dropped. */
  Behavior<Command> onPlanMade(Metascheduler.PlanMade made) {
    if (open != null && open.number == made.cycle()) {
      open.plan = made;
      close(open.session);
    }
    return Behaviors.same();
  }

  // --- sessions, and planning in them

  /** Opens a session with all domains; a {@link CycleSession.Event} tells when it is open. */
  SessionLink openSession(Span horizon, long now, LongAdder asked) {
    var first = new CommandId(sessionGiver(), sessions++ << Integer.SIZE);
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

  /**
   * The slots of a session.
   *
   * @param opened what is known since it was opened
   * @param mayComeBack slots that the policy may give back
   */
  FannedSlots slots(SessionLink link, CycleSession.Opened opened, List<Slot> mayComeBack) {
    return new FannedSlots(link, sites, mayComeBack, settings.spareParts(), opened.lists());
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
    timers.startSingleTimer(USERS, new Metascheduler.UsersAreSilent(), settings.faultDeadline());
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
