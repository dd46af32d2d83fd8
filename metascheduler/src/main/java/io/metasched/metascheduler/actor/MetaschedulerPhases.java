package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
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
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.desk.BookingRound;
import io.metasched.metascheduler.desk.BookingRound.BookWindow;
import io.metasched.metascheduler.desk.BookingRound.LookAside;
import io.metasched.metascheduler.desk.Deposit;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.desk.MoveRound;
import io.metasched.metascheduler.desk.Withdrawal;
import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.fanout.FannedSlots;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The phases of a {@link Metascheduler}, one method for each. */
final class MetaschedulerPhases {
  private static final String USERS = "users";

  private final ActorContext<Command> context;
  private final TimerScheduler<Command> timers;
  private final StashBuffer<Command> stash;
  private final int vo;
  private final Desk desk;
  private final Domains domains;
  private final MetaschedulerSettings settings;
  private final Users users;
  private final Answers answers;
  private final ActorRef<Booker.Command> booker;
  private final ActorRef<CycleSession.Event> sessionEvents;
  private final Executor planner;
  private final List<Booking> bookings = new ArrayList<>();
  private long sessions;

  /** What the phases of a cycle need until its plan is booked. */
  private static final class Cycle {
    final Metascheduler.BeginCycle command;
    final ActorRef<CycleSession.Command> session;
    final TreeMap<Integer, Deposit> deposits = new TreeMap<>();
    CycleSession.@Nullable Opened offers;
    Metascheduler.@Nullable PlanMade plan;

    Cycle(Metascheduler.BeginCycle command, ActorRef<CycleSession.Command> session) {
      this.command = command;
      this.session = session;
    }

    List<Long> versions() {
      return Objects.requireNonNull(offers).versions();
    }
  }

  private @Nullable Cycle open;

  MetaschedulerPhases(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StashBuffer<Command> stash,
      int vo,
      Desk desk,
      Domains domains,
      MetaschedulerSettings settings) {
    this.context = context;
    this.timers = timers;
    this.stash = stash;
    this.vo = vo;
    this.desk = desk;
    this.domains = domains;
    this.settings = settings;
    users = new Users(desk.flow(), vo);
    answers = new Answers(settings.rememberedAnswers());
    var bookerEvents = context.messageAdapter(Booker.Event.class, Metascheduler.BookerTold::new);
    booker = context.spawn(Booker.create(domains, bookerGiver(), settings, bookerEvents), "booker");
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

  // --- the phases

  /** No cycle is open. */
  Behavior<Command> idle() {
    return receptive(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.BeginCycle.class, fresh(this::onBeginCycle))
            .onMessage(Metascheduler.BookPlan.class, c -> reject(c, Rejection.NOTHING_PLANNED))
            .onMessage(Metascheduler.Close.class, fresh(this::onClose)));
  }

  /** Offers of the domains and deposits of the users come in. */
  private Behavior<Command> collecting(Cycle cycle) {
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.SessionTold.class, told -> onOffers(told.event(), cycle))
            .onMessage(Metascheduler.Paid.class, paid -> onPaid(paid, cycle))
            .onMessage(
                Metascheduler.UsersAreSilent.class, silent -> usersAreSilent(cycle.command)));
  }

  /** The policy plans, or its plan waits to be booked. */
  private Behavior<Command> planning(Cycle cycle) {
    return receptive(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.BookPlan.class, fresh(c -> onBookPlan(c, cycle)))
            .onMessage(Metascheduler.BeginCycle.class, c -> reject(c, Rejection.CYCLE_OPEN))
            .onMessage(Metascheduler.Close.class, c -> reject(c, Rejection.CYCLE_OPEN)));
  }

  /** The plan is to be booked, and not made yet. */
  private Behavior<Command> awaitingPlan(Cycle cycle, Metascheduler.BookPlan command) {
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.PlanMade.class,
                made -> {
                  onPlanMade(made);
                  return cycle.plan == null ? Behaviors.same() : book(cycle, cycle.plan, command);
                }));
  }

  /** The plan is booked, window by window. */
  private Behavior<Command> booking(BookingRound round, Cycle cycle, KeeperCommand command) {
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookerTold.class,
                told -> onBookerTold(told.event(), round, cycle, command)));
  }

  /** The policy moves booked jobs: offers come in, then it plans, then they are moved. */
  private Behavior<Command> moving(Moving moving) {
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.SessionTold.class, told -> onOffers(told.event(), moving))
            .onMessage(Metascheduler.MovesMade.class, made -> onMovesMade(made, moving))
            .onMessage(Metascheduler.BookerTold.class, told -> onMoved(told.event(), moving)));
  }

  /** A booked job is withdrawn: its window is ended. */
  private Behavior<Command> ending(Withdrawal withdrawal, Metascheduler.Withdraw command) {
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(
                Metascheduler.BookerTold.class,
                told -> onEnded(told.event(), withdrawal, command)));
  }

  /** The run is over: users say what they have paid. */
  private Behavior<Command> closing(Metascheduler.Close command) {
    return busy(
        Behaviors.receive(Command.class)
            .onMessage(Metascheduler.Stated.class, stated -> onStated(stated, command))
            .onMessage(Metascheduler.UsersAreSilent.class, silent -> usersAreSilent(command)));
  }

  /** It cannot go on: nothing is taken any more. */
  private Behavior<Command> broken() {
    return Behaviors.receive(Command.class)
        .onAnyMessage(
            command -> {
              answers.reject(command, Rejection.BROKEN);
              return Behaviors.same();
            })
        .build();
  }

  /** Completes a phase in which users and the keeper of time are served at once. */
  private Behavior<Command> receptive(BehaviorBuilder<Command> phase) {
    return phase
        .onMessage(Metascheduler.Submit.class, fresh(this::onSubmit))
        .onMessage(Metascheduler.Withdraw.class, fresh(this::onWithdraw))
        .onMessage(Metascheduler.EndJob.class, fresh(this::onEndJob))
        .onMessage(Metascheduler.StartJob.class, fresh(this::onStartJob))
        .onMessage(Metascheduler.MoveJobs.class, fresh(this::onMoveJobs))
        .onMessage(Metascheduler.Join.class, fresh(this::onJoin))
        .onMessage(Metascheduler.PlanMade.class, this::onPlanMade)
        .onAnyMessage(this::onLate)
        .build();
  }

  /** Completes a phase in which they wait. */
  private Behavior<Command> busy(BehaviorBuilder<Command> phase) {
    return phase
        .onMessage(Metascheduler.PlanMade.class, this::onPlanMade)
        .onAnyMessage(this::onStash)
        .build();
  }

  private Behavior<Command> onStash(Command command) {
    boolean isRequest = command instanceof UserCommand || command instanceof KeeperCommand;
    if (!isRequest) {
      return onLate(command);
    } else if (stash.isFull()) {
      return reject(command, Rejection.BUSY);
    }
    stash.stash(command);
    return Behaviors.same();
  }

  /** An answer that nobody waits for any more, such as a repeated one. */
  private Behavior<Command> onLate(Command command) {
    context.getLog().debug("Organization {}: {} comes too late", vo, command);
    return Behaviors.same();
  }

  private Behavior<Command> reject(Command command, Rejection reason) {
    answers.reject(command, reason);
    return Behaviors.same();
  }

  /** The handler for a command that is not a repeated one. */
  private <C extends Command> Function<C, Behavior<Command>> fresh(
      Function<C, Behavior<Command>> handler) {
    return command -> answers.repeat(command) ? Behaviors.same() : handler.apply(command);
  }

  /** Goes back to where users are served, and to what has waited. */
  private Behavior<Command> rest() {
    return stash.unstashAll(open == null ? idle() : planning(open));
  }

  private Behavior<Command> fail(KeeperCommand command, Failure failure, String what) {
    context.getLog().debug("Organization {} fails: {}", vo, what);
    answers.give(command, new Metascheduler.Failed(command.id(), failure, what));
    return stash.unstashAll(broken());
  }

  // --- users

  private Behavior<Command> onJoin(Metascheduler.Join c) {
    users.join(c.user(), c.notices());
    answers.give(c, new Metascheduler.Joined(c.id()));
    return Behaviors.same();
  }

  private Behavior<Command> onSubmit(Metascheduler.Submit c) {
    var id = c.job().id();
    if (!users.know(c.job().user())) {
      return reject(c, Rejection.UNKNOWN_USER);
    } else if (id.vo() != vo || desk.flow().knows(id)) {
      return reject(c, Rejection.NOT_A_NEW_JOB);
    }
    var refusal = desk.submit(c.job(), c.nowTick());
    users.tellNews();
    answers.give(
        c,
        refusal
            .<Metascheduler.UserReply>map(why -> new Metascheduler.Refused(c.id(), id, why))
            .orElseGet(() -> new Metascheduler.Accepted(c.id(), id)));
    return Behaviors.same();
  }

  private Behavior<Command> onWithdraw(Metascheduler.Withdraw c) {
    if (!desk.flow().knows(c.job())) {
      return reject(c, Rejection.UNKNOWN_JOB);
    }
    var withdrawal = desk.withdrawal(c.job(), c.nowTick());
    if (withdrawal.isEmpty()) {
      answers.give(c, new Metascheduler.TooLate(c.id(), c.job()));
      return Behaviors.same();
    }
    var window = withdrawal.get().window();
    if (window.isEmpty()) {
      return withdraw(withdrawal.get(), c, Behaviors.same());
    }
    booker.tell(new Booker.End(c.job(), window.get(), c.nowTick()));
    return ending(withdrawal.get(), c);
  }

  private Behavior<Command> onEnded(
      Booker.Event event, Withdrawal withdrawal, Metascheduler.Withdraw c) {
    if (event instanceof Booker.Ended) {
      return withdraw(withdrawal, c, rest());
    }
    context.getLog().error("Organization {}: {}", vo, event);
    reject(c, Rejection.BROKEN);
    return stash.unstashAll(broken());
  }

  private Behavior<Command> withdraw(
      Withdrawal withdrawal, Metascheduler.Withdraw c, Behavior<Command> next) {
    desk.withdraw(withdrawal, c.nowTick());
    users.tellNews();
    answers.give(c, new Metascheduler.Withdrawn(c.id(), c.job()));
    return next;
  }

  // --- jobs that run

  private boolean isBooked(JobId job) {
    return desk.flow().knows(job) && desk.flow().job(job).status() == JobStatus.BOOKED;
  }

  private Behavior<Command> onStartJob(Metascheduler.StartJob c) {
    if (!isBooked(c.job())) {
      return reject(c, Rejection.UNKNOWN_JOB);
    }
    users.tell(new VoUser.Started(c.job(), c.nowTick()));
    return done(c);
  }

  private Behavior<Command> onEndJob(Metascheduler.EndJob c) {
    if (!isBooked(c.job())) {
      return reject(c, Rejection.UNKNOWN_JOB);
    }
    desk.finish(c.job(), c.stopped(), c.refunds(), c.nowTick());
    users.tellNews();
    return done(c);
  }

  private Behavior<Command> done(KeeperCommand c) {
    answers.give(c, new Metascheduler.Done(c.id(), desk.flow().doneCount()));
    return Behaviors.same();
  }

  // --- a cycle: collecting

  private Behavior<Command> onBeginCycle(Metascheduler.BeginCycle c) {
    long now = c.nowTick();
    var rules = desk.rules();
    var horizon = new Span(now + rules.planningTicks(), now + rules.horizonTicks());
    var cycle = new Cycle(c, openSession(horizon, now));
    if (!rules.unlimitedAccounts()) {
      users.ask(id -> new VoUser.PayIn(id, c.cycle(), context.getSelf()));
      timers.startSingleTimer(USERS, new Metascheduler.UsersAreSilent(), settings.faultDeadline());
    }
    return collecting(cycle);
  }

  private ActorRef<CycleSession.Command> openSession(Span horizon, long now) {
    long number = sessions++;
    var first = new CommandId(sessionGiver(), number << Integer.SIZE);
    return context.spawn(
        CycleSession.create(domains, first, horizon, now, settings, sessionEvents),
        "session-" + number);
  }

  private Behavior<Command> usersAreSilent(KeeperCommand command) {
    return fail(command, Failure.USER_LOST, "users do not answer");
  }

  private Behavior<Command> onPaid(Metascheduler.Paid paid, Cycle cycle) {
    if (users.answered(paid.id())) {
      cycle.deposits.put(paid.user(), new Deposit(paid.user(), paid.milli()));
    }
    return planOnceCollected(cycle);
  }

  private Behavior<Command> onOffers(CycleSession.Event event, Cycle cycle) {
    if (event instanceof CycleSession.Opened offers) {
      cycle.offers = offers;
      return planOnceCollected(cycle);
    }
    return fail(cycle.command, Failure.DOMAIN_LOST, event.toString());
  }

  private Behavior<Command> planOnceCollected(Cycle cycle) {
    var offers = cycle.offers;
    if (offers == null || !users.haveAnswered()) {
      return Behaviors.same();
    }
    timers.cancel(USERS);
    var c = cycle.command;
    var batch = desk.open(c.cycle(), c.nowTick(), List.copyOf(cycle.deposits.values()));
    boolean plans = !batch.jobs().isEmpty();
    if (plans) {
      var snapshot = desk.snapshot(batch, slots(cycle.session, offers, List.of()), offers.slots());
      open = cycle;
      context.pipeToSelf(
          CompletableFuture.supplyAsync(() -> desk.plan(snapshot), planner),
          (plan, error) -> new Metascheduler.PlanMade(c.cycle(), plan, error));
    } else {
      cycle.session.tell(new CycleSession.Close());
    }
    users.tellNews();
    boolean waits = !desk.flow().waiting().isEmpty();
    answers.give(c, new Metascheduler.CycleBegun(c.id(), plans, waits, desk.flow().doneCount()));
    return rest();
  }

  private FannedSlots slots(
      ActorRef<CycleSession.Command> session, CycleSession.Opened offers, List<Slot> mayComeBack) {
    var link = new SessionLink(session, settings.faultDeadline().multipliedBy(2));
    return new FannedSlots(
        link, domains.nodes(), mayComeBack, settings.spareParts(), offers.lists());
  }

  // --- a cycle: planning and booking

  /** A plan of an older cycle is dropped. */
  private Behavior<Command> onPlanMade(Metascheduler.PlanMade made) {
    if (open != null && open.command.cycle() == made.cycle()) {
      open.plan = made;
      open.session.tell(new CycleSession.Close());
    }
    return Behaviors.same();
  }

  private Behavior<Command> onBookPlan(Metascheduler.BookPlan c, Cycle cycle) {
    return cycle.plan == null ? awaitingPlan(cycle, c) : book(cycle, cycle.plan, c);
  }

  private Behavior<Command> book(
      Cycle cycle, Metascheduler.PlanMade made, Metascheduler.BookPlan c) {
    open = null;
    if (made.plan() == null) {
      return planFailed(c, made.error());
    }
    bookings.clear();
    return goOnBooking(desk.book(made.plan(), c.nowTick()), cycle, c);
  }

  private Behavior<Command> planFailed(KeeperCommand command, @Nullable Throwable error) {
    var cause = error == null || error.getCause() == null ? error : error.getCause();
    if (cause instanceof GridTooLargeException) {
      return fail(command, Failure.GRID_TOO_LARGE, String.valueOf(cause.getMessage()));
    }
    boolean memory = cause instanceof OutOfMemoryError;
    return fail(command, memory ? Failure.OUT_OF_MEMORY : Failure.POLICY, String.valueOf(cause));
  }

  private Behavior<Command> goOnBooking(BookingRound round, Cycle cycle, KeeperCommand c) {
    var step = round.next();
    users.tellNews();
    if (step.isEmpty()) {
      answers.give(c, new Metascheduler.JobsBooked(c.id(), bookings));
      return rest();
    }
    if (step.get() instanceof BookWindow book) {
      long now = ((Metascheduler.BookPlan) c).nowTick();
      bookings.add(new Booking(book.job(), book.window()));
      booker.tell(new Booker.Book(book.job(), book.window(), cycle.versions(), now));
    } else if (step.get() instanceof LookAside look) {
      booker.tell(new Booker.LookAside(look.horizon()));
    }
    return booking(round, cycle, c);
  }

  private Behavior<Command> onBookerTold(
      Booker.Event event, BookingRound round, Cycle cycle, KeeperCommand c) {
    if (event instanceof Booker.Booked) {
      round.booked();
    } else if (event instanceof Booker.Denied denied) {
      round.denied(denied.node(), denied.reason());
      bookings.remove(bookings.size() - 1);
    } else if (event instanceof Booker.Aside aside) {
      round.aside(aside.slots());
    } else {
      return fail(c, Failure.DOMAIN_LOST, event.toString());
    }
    return goOnBooking(round, cycle, c);
  }

  // --- moving booked jobs

  /** What moving needs. */
  private static final class Moving {
    final Metascheduler.MoveJobs command;
    final List<Promised> promised;
    final ActorRef<CycleSession.Command> session;
    List<Long> versions = List.of();
    @Nullable MoveRound round;

    Moving(
        Metascheduler.MoveJobs command,
        List<Promised> promised,
        ActorRef<CycleSession.Command> session) {
      this.command = command;
      this.promised = promised;
      this.session = session;
    }
  }

  private Behavior<Command> onMoveJobs(Metascheduler.MoveJobs c) {
    bookings.clear();
    var promised = desk.promised(c.nowTick());
    if (promised.isEmpty()) {
      answers.give(c, new Metascheduler.JobsBooked(c.id(), List.of()));
      return Behaviors.same();
    }
    var session = openSession(desk.replanHorizon(c.nowTick()), c.nowTick());
    return moving(new Moving(c, promised, session));
  }

  private Behavior<Command> onOffers(CycleSession.Event event, Moving moving) {
    if (!(event instanceof CycleSession.Opened offers)) {
      return fail(moving.command, Failure.DOMAIN_LOST, event.toString());
    }
    moving.versions = offers.versions();
    var own = new ArrayList<Slot>();
    moving.promised.forEach(job -> own.addAll(job.ownSlots()));
    var slots = slots(moving.session, offers, own);
    long now = moving.command.nowTick();
    context.pipeToSelf(
        CompletableFuture.supplyAsync(() -> desk.replan(now, moving.promised, slots), planner),
        Metascheduler.MovesMade::new);
    return Behaviors.same();
  }

  private Behavior<Command> onMovesMade(Metascheduler.MovesMade made, Moving moving) {
    moving.session.tell(new CycleSession.Close());
    if (made.moves() == null) {
      return planFailed(moving.command, made.error());
    }
    return goOnMoving(desk.move(made.moves(), moving.command.nowTick()), moving);
  }

  private Behavior<Command> goOnMoving(MoveRound round, Moving moving) {
    moving.round = round;
    var next = round.next();
    users.tellNews();
    var c = moving.command;
    if (next.isEmpty()) {
      answers.give(c, new Metascheduler.JobsBooked(c.id(), bookings));
      return rest();
    }
    var move = next.get();
    bookings.add(new Booking(move.job().id(), move.to()));
    booker.tell(
        new Booker.Move(move.job().id(), move.from(), move.to(), moving.versions, c.nowTick()));
    return moving(moving);
  }

  private Behavior<Command> onMoved(Booker.Event event, Moving moving) {
    var round = Objects.requireNonNull(moving.round);
    if (event instanceof Booker.Booked) {
      round.moved();
    } else if (event instanceof Booker.Denied) {
      round.denied();
      bookings.remove(bookings.size() - 1);
    } else {
      return fail(moving.command, Failure.DOMAIN_LOST, event.toString());
    }
    return goOnMoving(round, moving);
  }

  // --- the end

  private Behavior<Command> onClose(Metascheduler.Close c) {
    users.ask(id -> new VoUser.StateAccount(id, context.getSelf()));
    timers.startSingleTimer(USERS, new Metascheduler.UsersAreSilent(), settings.faultDeadline());
    return users.haveAnswered() ? closed(c) : closing(c);
  }

  private Behavior<Command> onStated(Metascheduler.Stated stated, Metascheduler.Close c) {
    long here = desk.flow().availableMilli(stated.user());
    long there = stated.statement().balanceMilli();
    if (users.answered(stated.id()) && here != there) {
      return fail(
          c,
          Failure.ACCOUNTS_DIFFER,
          "user %d has %d in his book, %d in ours".formatted(stated.user(), there, here));
    }
    return users.haveAnswered() ? closed(c) : Behaviors.same();
  }

  private Behavior<Command> closed(Metascheduler.Close c) {
    timers.cancel(USERS);
    answers.give(c, new Metascheduler.Closed(c.id(), desk.flow().history(), desk.reports()));
    return rest();
  }
}
