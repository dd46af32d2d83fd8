package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.PostStop;
import akka.actor.typed.PreRestart;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.cyclic.actor.Metascheduler;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.SlotPlanning;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotView;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.CycleByBook;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.LiveJobs;
import io.metasched.service.plan.MoveRule;
import io.metasched.service.plan.MoveTurns;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Planner of the live service. Each cycle reads the book, makes the domains offer the vacant time
 * in the book, and requests a plan on these offers from the metascheduler. The planner passes the
 * plan to the book, which decides which parts are booked. After time has become free, moves of
 * booked jobs are planned first. All decisions follow from the state that was read: {@link
 * CycleByBook}.
 */
public final class CyclePlanner extends AbstractBehavior<CyclePlanner.Command> {
  private static final Duration CHECK = Duration.ofMillis(50);
  private static final Duration LEAST_BACKOFF = Duration.ofSeconds(1);
  private static final Duration MOST_BACKOFF = Duration.ofMinutes(1);
  private static final int PERIODS_BETWEEN_MOVES = 10;
  private static final Duration MOST_SILENCE = Duration.ofMinutes(3);

  /** Messages of the planner. */
  public sealed interface Command {}

  /** Request to begin a cycle immediately if any job waits. */
  public record BeginNow() implements Command {}

  private record Tick() implements Command {}

  /** Notice that an event has freed time. */
  private record TimeFreed(long seq) implements Command {}

  private record FromMetascheduler(Metascheduler.Reply reply) implements Command {}

  private record FromDomain(Domain.Reply reply) implements Command {}

  /** Notice that all offers are collected and the policy begins. */
  private record Collected(long round) implements Command {}

  private record BookAnswered(long round, Runnable next, @Nullable Throwable error)
      implements Command {}

  private enum Phase {
    IDLE,
    PROJECTING,
    WRITING,
    PLANNING
  }

  private final BookKeeper keeper;
  private final PlannerSetup setup;
  private final CycleSettings settings;
  private final Clock clock;
  private final StepTimer steps;
  private final Consumer<List<Recorded>> listener;
  private final PlannerEntries entries;
  private final CycleClock due;
  private final MoveTurns turns;
  private final PlanningActors actors;
  private final SchedulingPolicy policy;
  private Phase phase = Phase.IDLE;
  private boolean isReady;
  private Instant lastProgress;
  private long latest; // tick
  private long round; // incremented when a round begins or is given up
  private long plansUntil; // tick up to which the last cycle planned
  private boolean movesFailed; // if true, the next round is a cycle
  private long movesAgain = Long.MAX_VALUE; // tick of the next moves if no time is freed
  // state of the current round
  private BookState seen = BookState.EMPTY;
  private Runnable whenProjected = () -> {};
  private Consumer<List<FlowEvent>> whenPlanned = plan -> {};
  private Runnable whenNotPlanned = () -> {};

  private CyclePlanner(
      ActorContext<Command> context, TimerScheduler<Command> timers, PlannerSetup setup) {
    super(context);
    context.setLoggerName(CyclePlanner.class);
    keeper = setup.keeper();
    this.setup = setup;
    settings = setup.settings();
    clock = setup.clock();
    steps = new StepTimer(clock, setup.watcher());
    due = new CycleClock(settings.period());
    turns = new MoveTurns(settings.batchLimit());
    policy = settings.createPolicy();
    entries = new PlannerEntries(setup);
    entries.rules();
    actors =
        new PlanningActors(
            context,
            setup,
            context.messageAdapter(Domain.Reply.class, FromDomain::new),
            context.messageAdapter(Metascheduler.Reply.class, FromMetascheduler::new));
    lastProgress = clock.instant();
    plansUntil = tick() + settings.horizon().toMillis();
    var self = context.getSelf();
    listener =
        events ->
            events.stream()
                .filter(each -> each.event().mayFreeTime())
                .reduce((earlier, later) -> later)
                .ifPresent(last -> self.tell(new TimeFreed(last.seq())));
    keeper.listen(listener);
    turns.freed(keeper.state().seq()); // counts time freed before the listener was added
    project(this::rest);
    timers.startTimerWithFixedDelay(new Tick(), CHECK);
  }

  /** Creates a planner that resumes from the book. A failed planner restarts with backoff. */
  public static Behavior<Command> create(PlannerSetup setup) {
    Behavior<Command> planner =
        Behaviors.setup(
            context -> Behaviors.withTimers(timers -> new CyclePlanner(context, timers, setup)));
    return Behaviors.supervise(planner)
        .onFailure(
            RuntimeException.class,
            SupervisorStrategy.restartWithBackoff(LEAST_BACKOFF, MOST_BACKOFF, 0));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(BeginNow.class, this::onBeginNow)
        .onMessage(TimeFreed.class, this::onTimeFreed)
        .onMessage(FromDomain.class, this::onFromDomain)
        .onMessage(FromMetascheduler.class, this::onFromMetascheduler)
        .onMessage(Collected.class, this::onCollected)
        .onMessage(BookAnswered.class, this::onBookAnswered)
        .onSignal(PreRestart.class, signal -> unlisten())
        .onSignal(PostStop.class, signal -> unlisten())
        .onSignal(ChildFailed.class, failed -> onStopped(failed, failed.getCause().toString()))
        .onSignal(Terminated.class, gone -> onStopped(gone, "it has stopped"))
        .build();
  }

  private Behavior<Command> unlisten() {
    keeper.unlisten(listener);
    return this;
  }

  // --- time

  /** Returns the current tick, which is never lower than an earlier result. */
  private long tick() {
    latest = Math.max(latest, keeper.state().ticks().at(clock.instant()));
    return latest;
  }

  private Behavior<Command> onTick(Tick tick) {
    var instant = clock.instant();
    if (phase != Phase.IDLE) {
      if (Duration.between(lastProgress, instant).compareTo(MOST_SILENCE) > 0) {
        actors.stopAll();
        giveUp("no progress for %d minutes".formatted(MOST_SILENCE.toMinutes()));
      }
    } else if (due.isDue(instant)) {
      due.begun(instant);
      project(this::beginMoves);
    }
    return this;
  }

  private Behavior<Command> onBeginNow(BeginNow command) {
    due.beginNow();
    return this;
  }

  private Behavior<Command> onTimeFreed(TimeFreed event) {
    turns.freed(event.seq());
    return this;
  }

  // --- a round: offers of the domains, moves, a cycle

  /** Makes the domains offer the time that is currently vacant in the book. */
  private void project(Runnable then) {
    phase = Phase.PROJECTING;
    lastProgress = clock.instant();
    seen = keeper.state();
    whenProjected = then;
    actors.project(seen);
    goOnOnceProjected();
  }

  private void goOnOnceProjected() {
    if (phase == Phase.PROJECTING && actors.areProjected()) {
      if (!isReady) {
        isReady = true;
        setup.watcher().isReady();
      }
      var next = whenProjected;
      whenProjected = () -> {};
      next.run();
    }
  }

  private void rest() {
    phase = Phase.IDLE;
    setup.watcher().rested();
  }

  /**
   * Begins moves of jobs to earlier starts if time has become free. Jobs that are already being
   * prepared do not move.
   */
  private void beginMoves() {
    long tick = tick();
    long from = tick + settings.moveLead(setup.prepareLead()).toMillis();
    if (tick >= movesAgain) {
      turns.freed(seen.seq()); // a shorter remaining wait can make a move worthwhile
      movesAgain = Long.MAX_VALUE;
    }
    boolean mayMove = from < plansUntil && !movesFailed;
    movesFailed = false;
    var among = mayMove ? turns.next(seen, from) : Optional.<Among>empty();
    if (among.isEmpty()) {
      beginCycle();
      return;
    }
    write(
        entries.movesBegun(new MovesBegun(tick, from, plansUntil, seen.seq(), among)),
        begun ->
            plan(
                () -> cycles().moves(begun),
                () -> movesFailed = true,
                moves -> endMoves(begun, moves)));
  }

  private void endMoves(MovesBegun begun, List<FlowEvent> moves) {
    long soonest = begun.tick() + PERIODS_BETWEEN_MOVES * settings.period().toMillis();
    long next = Math.max(soonest, MoveRule.nextTick(seen, moves, begun.tick()));
    movesAgain = Math.min(movesAgain, next);
    write(entries.movesEnded(begun, moves), done -> project(this::beginCycle));
  }

  private void beginCycle() {
    long tick = tick();
    if (LiveJobs.areIdle(seen, tick + settings.horizon().toMillis())) {
      rest();
      return;
    }
    var begun = clock.instant();
    steps.begin();
    write(
        entries.cycleBegun(seen, tick),
        written -> {
          plansUntil = tick + settings.horizon().toMillis();
          plan(
              () -> cycles().cycle(written),
              () -> setAside(written),
              decisions -> endCycle(written, decisions, begun));
        });
  }

  private CycleByBook cycles() {
    return new CycleByBook(seen, setup.fleet(), settings, policy);
  }

  private void endCycle(BookEvent.CycleBegun cycle, List<FlowEvent> decisions, Instant begun) {
    steps.took(PlannerListener.Step.PLAN);
    long millis = Duration.between(begun, clock.instant()).toMillis();
    write(
        entries.cycleEnded(cycle, decisions, millis),
        done -> {
          steps.took(PlannerListener.Step.RECORD);
          steps.end();
          rest();
        });
  }

  /** Sets aside the job that prevents planning, if there is one; later cycles skip it. */
  private void setAside(BookEvent.CycleBegun begun) {
    cycles()
        .culprit(begun)
        .ifPresent(
            culprit -> {
              var id = culprit.job().id();
              getContext()
                  .getLog()
                  .error(
                      "Job {}: excluded from cycles, because planning failed with this job",
                      id,
                      culprit.error());
              var unused = entries.setAside(culprit);
            });
  }

  /**
   * Requests a plan.
   *
   * @param otherwise action before the round is given up, if the plan cannot be made
   */
  private void plan(
      Supplier<SlotPlanning> made, Runnable otherwise, Consumer<List<FlowEvent>> then) {
    SlotPlanning planning;
    try {
      planning = made.get();
    } catch (RuntimeException e) {
      otherwise.run();
      giveUp("planning failed: " + e);
      return;
    }
    whenNotPlanned = otherwise;
    steps.took(PlannerListener.Step.HAND_OVER);
    phase = Phase.PLANNING;
    lastProgress = clock.instant();
    whenPlanned = then;
    var self = getContext().getSelf();
    long mine = round;
    actors.makePlan(new Watched(planning, () -> self.tell(new Collected(mine))));
  }

  /** Planning that reports when its policy begins, on a thread of the metascheduler. */
  private record Watched(SlotPlanning planning, Runnable begins) implements SlotPlanning {
    @Override
    public Span horizon() {
      return planning.horizon();
    }

    @Override
    public long nowTick() {
      return planning.nowTick();
    }

    @Override
    public List<Slot> mayComeBack() {
      return planning.mayComeBack();
    }

    @Override
    public List<FlowEvent> plan(SlotView slots, int count) {
      begins.run();
      return planning.plan(slots, count);
    }
  }

  private <T> void write(CompletionStage<T> decision, Consumer<T> next) {
    phase = Phase.WRITING;
    lastProgress = clock.instant();
    long mine = round;
    getContext()
        .pipeToSelf(
            decision,
            (answer, error) ->
                new BookAnswered(mine, () -> next.accept(Objects.requireNonNull(answer)), error));
  }

  /** Ends the round without a result; the next round reads the book again. */
  private void giveUp(String why) {
    getContext().getLog().warn("Cycle ended without a result: {}", why);
    round++;
    steps.end();
    setup.watcher().cycleGivenUp();
    whenProjected = () -> {};
    whenPlanned = plan -> {};
    whenNotPlanned = () -> {};
    phase = Phase.IDLE;
  }

  // --- replies

  private Behavior<Command> onFromDomain(FromDomain from) {
    var lost = actors.answered(from.reply());
    if (lost.isPresent()) {
      giveUp(lost.get());
    } else {
      lastProgress = clock.instant();
      goOnOnceProjected();
    }
    return this;
  }

  private Behavior<Command> onCollected(Collected collected) {
    if (collected.round() == round) {
      lastProgress = clock.instant();
      steps.took(PlannerListener.Step.COLLECT);
    }
    return this;
  }

  private Behavior<Command> onFromMetascheduler(FromMetascheduler from) {
    if (!actors.isOfPlan(from.reply())) {
      return this; // the reply belongs to a round that was given up
    } else if (from.reply() instanceof Metascheduler.PlanReady ready) {
      var next = whenPlanned;
      whenPlanned = plan -> {};
      next.accept(ready.events());
    } else {
      actors.stopAll();
      whenNotPlanned.run();
      giveUp(String.valueOf(from.reply()));
    }
    return this;
  }

  private Behavior<Command> onStopped(Terminated gone, String why) {
    var what = "%s: %s".formatted(gone.getRef().path().name(), why);
    actors.stopped(gone.getRef());
    if (phase == Phase.IDLE) {
      getContext().getLog().warn("An actor of the scheduler has stopped: {}", what);
    } else {
      giveUp(what);
    }
    return this;
  }

  private Behavior<Command> onBookAnswered(BookAnswered answer) {
    if (answer.round() == round && answer.error() != null) {
      giveUp("the event store rejected: " + answer.error());
    } else if (answer.round() == round) {
      answer.next().run();
    }
    return this;
  }
}
