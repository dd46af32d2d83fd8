package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.owner.CommandId;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.CycleOutcome;
import io.metasched.service.plan.CycleOutcome.Outcome;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.LiveJobs;
import io.metasched.service.plan.OwnersPricing;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the scheduler: begins its cycles, gives it what was submitted and paid in, tells it
 * what has ended, and writes into the book what it decides. The scheduler's actors are as in the
 * simulation; their state is made from the book whenever they start anew.
 */
public final class CyclePlanner extends AbstractBehavior<CyclePlanner.Command> {
  private static final Duration CHECK = Duration.ofMillis(50);
  private static final int HISTORY_AT_ONCE = 10_000;
  private static final int EVENTS_UNTIL_RENEWAL = 500_000;
  private static final Duration MOVE_TIME = Duration.ofSeconds(1);
  private static final Duration MOST_SILENCE = Duration.ofMinutes(3);
  static final String NAME = "planner";

  /** Everything the planner understands. */
  public sealed interface Command {}

  /** A cycle is to begin at once, if any job waits. */
  public record BeginNow() implements Command {}

  private record Tick() implements Command {}

  private record Committed(List<Recorded> events) implements Command {}

  private record FromMetascheduler(Metascheduler.Reply reply) implements Command {}

  private record FromUser(VoUser.Reply reply) implements Command {}

  private record FromDomain(Domain.Reply reply) implements Command {}

  private record BookAnswered(long incarnation, Runnable next, @Nullable Throwable error)
      implements Command {}

  private enum Phase {
    RESTORING,
    IDLE,
    MOVES,
    CYCLE
  }

  private final BookKeeper keeper;
  private final Fleet fleet;
  private final CycleSettings settings;
  private final Duration prepareLead;
  private final Clock clock;
  private final PlannerListener watcher;
  private final StepTimer steps;
  private final Consumer<List<Recorded>> listener;
  private final AwaitedReplies replies;
  private SchedulerLink link;
  private Phase phase = Phase.RESTORING;
  private Instant lastProgress;
  private long nextCycle;
  private long incarnation;
  private boolean now;
  private boolean stale; // the book has what the actors have not been told
  private boolean freed; // time has come free since booked jobs could last move
  // of the cycle that is under way
  private int cycle;
  private long cycleTick;
  private long bookTick;
  private Instant cycleBegun = Instant.EPOCH;
  private final List<FlowEvent> history = new ArrayList<>();
  private int historyHeard;

  private CyclePlanner(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BookKeeper keeper,
      Fleet fleet,
      CycleSettings settings,
      Duration prepareLead,
      Clock clock,
      PlannerListener watcher) {
    super(context);
    this.watcher = watcher;
    steps = new StepTimer(clock, watcher);
    this.keeper = keeper;
    this.fleet = fleet;
    this.settings = settings;
    this.prepareLead = prepareLead;
    this.clock = clock;
    var self = context.getSelf();
    listener = events -> self.tell(new Committed(events));
    keeper.listen(listener);
    lastProgress = clock.instant();
    replies = new AwaitedReplies(() -> lastProgress = clock.instant());
    link = start();
    timers.startTimerWithFixedDelay(new Tick(), CHECK);
  }

  /**
   * Creates a planner, which takes up what the book says.
   *
   * @param prepareLead how long before its start a job is prepared, and moves no more
   * @param clock of the wall
   */
  public static Behavior<Command> create(
      BookKeeper keeper, Fleet fleet, CycleSettings settings, Duration prepareLead, Clock clock) {
    return create(keeper, fleet, settings, prepareLead, clock, PlannerListener.NONE);
  }

  /** The same with somebody who is told how it does. */
  public static Behavior<Command> create(
      BookKeeper keeper,
      Fleet fleet,
      CycleSettings settings,
      Duration prepareLead,
      Clock clock,
      PlannerListener watcher) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new CyclePlanner(
                        context, timers, keeper, fleet, settings, prepareLead, clock, watcher)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(BeginNow.class, this::onBeginNow)
        .onMessage(Committed.class, this::onCommitted)
        .onMessage(FromMetascheduler.class, this::onFromMetascheduler)
        .onMessage(FromUser.class, this::onFromUser)
        .onMessage(FromDomain.class, this::onFromDomain)
        .onMessage(BookAnswered.class, this::onBookAnswered)
        .onSignal(ChildFailed.class, failed -> renew("an actor has failed: " + failed.getCause()))
        .onSignal(Terminated.class, gone -> renew("an actor has stopped"))
        .build();
  }

  // --- the scheduler's actors, made from the book

  private SchedulerLink start() {
    phase = Phase.RESTORING;
    replies.forget();
    history.clear();
    historyHeard = 0;
    stale = false;
    var state = keeper.state();
    long present = state.ticks().at(clock.instant());
    var booked = LiveJobs.booked(state, fleet);
    var flow = LiveJobs.flow(state, booked);
    var context = getContext();
    var pricing = OwnersPricing.of(state, fleet);
    var actors =
        new SchedulerActors(context, ++incarnation, fleet, settings, pricing, flow, present);
    var made =
        new SchedulerLink(
            actors,
            new SchedulerLink.Receivers(
                context.messageAdapter(Metascheduler.Reply.class, FromMetascheduler::new),
                context.messageAdapter(VoUser.Reply.class, FromUser::new),
                context.messageAdapter(Domain.Reply.class, FromDomain::new)),
            incarnation,
            state);
    var claimed = LiveJobs.claimed(state, fleet);
    await(
        made.open(present + settings.horizon().toMillis()),
        () -> await(made.restore(booked, claimed), this::restored));
    return made;
  }

  private void restored() {
    phase = Phase.IDLE;
    watcher.isReady();
  }

  /** They are stopped, and others begin with what the book says. */
  private Behavior<Command> renew(String why) {
    getContext().getLog().warn("The scheduler starts anew: {}", why);
    return renew();
  }

  private Behavior<Command> renew() {
    link.stop();
    link = start();
    return this;
  }

  private void await(List<CommandId> commands, Runnable then) {
    replies.await(commands, then);
  }

  private void answered(CommandId id) {
    replies.answered(id);
  }

  // --- time

  private long tick() {
    return link.laterOf(keeper.state().ticks().at(clock.instant()));
  }

  private Behavior<Command> onTick(Tick tick) {
    var instant = clock.instant();
    if (phase == Phase.IDLE) {
      if (historyHeard > EVENTS_UNTIL_RENEWAL) {
        return renew();
      }
      long present = instant.toEpochMilli();
      long period = settings.period().toMillis();
      if (now || present >= nextCycle || nextCycle - present > period) {
        if (stale) {
          return renew();
        }
        now = false;
        nextCycle = (present / period + 1) * period;
        if (!beginMoves()) {
          beginCycle();
        }
      }
    } else if (Duration.between(lastProgress, instant).compareTo(MOST_SILENCE) > 0) {
      return renew("no answer to " + replies);
    }
    return this;
  }

  private Behavior<Command> onBeginNow(BeginNow command) {
    now = true;
    return this;
  }

  // --- moves, before a cycle

  /** Time has come free: booked jobs that are not yet prepared may move to an earlier start. */
  private boolean beginMoves() {
    boolean mayMove = freed && LiveJobs.mayMove(keeper.state());
    freed = false;
    if (mayMove) {
      phase = Phase.MOVES;
      bookTick = unprepared();
      await(link.move(bookTick), () -> {});
    }
    return mayMove;
  }

  /** Jobs that begin at this tick or later are not prepared before a move is in the book. */
  private long unprepared() {
    var lead = prepareLead.compareTo(settings.lead()) > 0 ? prepareLead : settings.lead();
    return tick() + lead.plus(MOVE_TIME).toMillis();
  }

  private Outcome moves(BookState state, List<FlowEvent> events) {
    long least = state.ticks().at(clock.instant()) + prepareLead.toMillis();
    return CycleOutcome.ofMoves(state, fleet, events, bookTick, least);
  }

  // --- a cycle

  private void beginCycle() {
    var state = keeper.state();
    if (LiveJobs.waiting(state).isEmpty()) {
      return;
    }
    phase = Phase.CYCLE;
    cycleBegun = clock.instant();
    steps.begin();
    cycleTick = tick();
    cycle = state.cycles().size() == 0 ? 0 : state.cycles().below(null).iterator().next().key() + 1;
    var begun = new BookEvent.CycleBegun(cycle, cycleTick, state.seq());
    write(
        keeper.decide(NAME, "", s -> Decision.of(begun, state)),
        seen ->
            await(
                link.handOver(seen, keeper.state(), settings.batchLimit(), cycleTick),
                this::collect));
  }

  private void collect() {
    steps.took(PlannerListener.Step.HAND_OVER);
    await(link.begin(cycle, cycleTick), () -> {});
  }

  private void askHistory() {
    await(link.askHistory(historyHeard, HISTORY_AT_ONCE), () -> {});
  }

  private void conclude() {
    var events = List.copyOf(history);
    history.clear();
    link.took(events);
    long millis = Duration.between(cycleBegun, clock.instant()).toMillis();
    int number = cycle;
    long booked = bookTick;
    boolean moves = phase == Phase.MOVES;
    write(
        keeper.decide(
            NAME,
            "",
            s -> {
              var outcome =
                  moves
                      ? moves(s, events)
                      : CycleOutcome.of(s, fleet, number, events, booked, millis);
              return new Decision<>(outcome.events(), outcome.differs());
            }),
        differs -> {
          stale |= differs;
          steps.took(PlannerListener.Step.RECORD);
          phase = Phase.IDLE;
          if (moves && !stale) {
            beginCycle();
          }
        });
  }

  private <T> void write(CompletionStage<T> decision, Consumer<T> next) {
    lastProgress = clock.instant();
    long mine = incarnation;
    getContext()
        .pipeToSelf(
            decision,
            (answer, error) ->
                new BookAnswered(mine, () -> next.accept(Objects.requireNonNull(answer)), error));
  }

  private Behavior<Command> onBookAnswered(BookAnswered answer) {
    if (answer.incarnation() != incarnation) {
      return this;
    } else if (answer.error() != null) {
      return renew("the book refused: " + answer.error());
    }
    answer.next().run();
    return this;
  }

  // --- what the scheduler replies

  private Behavior<Command> onFromMetascheduler(FromMetascheduler from) {
    var reply = from.reply();
    if (!link.isOwn(reply.id())) {
      return this; // of an earlier incarnation
    }
    if (reply instanceof Metascheduler.Failed failed) {
      return renew(failed.what());
    } else if (reply instanceof Metascheduler.Rejected rejected) {
      return renew("a command was rejected: " + rejected.reason());
    } else if (reply instanceof Metascheduler.CycleBegun begun) {
      bookTick = tick();
      steps.took(PlannerListener.Step.COLLECT);
      answered(reply.id());
      if (begun.plans()) {
        await(link.book(bookTick), () -> {});
      } else {
        askHistory();
      }
    } else if (reply instanceof Metascheduler.JobsBooked) {
      steps.took(PlannerListener.Step.PLAN);
      answered(reply.id());
      askHistory();
    } else if (reply instanceof Metascheduler.HistoryPage page) {
      history.addAll(page.history());
      historyHeard += page.history().size();
      answered(reply.id());
      if (page.more()) {
        askHistory();
      } else {
        conclude();
      }
    }
    return this;
  }

  private Behavior<Command> onFromUser(FromUser from) {
    if (from.reply() instanceof VoUser.Rejected rejected && link.isOwn(rejected.id())) {
      return renew("a job was rejected: " + rejected.reason());
    }
    answered(from.reply().id());
    return this;
  }

  private Behavior<Command> onFromDomain(FromDomain from) {
    var reply = from.reply();
    if (link.isOwn(reply.id()) && reply instanceof Domain.Refused refused) {
      getContext().getLog().error("An owner refuses what the book says: {}", refused);
    }
    if (reply instanceof Domain.SessionOpened opened) {
      link.close(opened);
    }
    answered(reply.id());
    return this;
  }

  // --- what the book says

  private Behavior<Command> onCommitted(Committed committed) {
    for (var each : committed.events()) {
      if (each.seq() > link.since()) {
        var event = each.event();
        if (event instanceof BookEvent.NodeDrained || event instanceof BookEvent.NodeResumed) {
          return renew(); // as of the last event, so that none is missed
        }
        link.hear(each, keeper.state(), tick());
        stale |= SchedulerLink.isElsewhere(each.event());
        freed |= SchedulerLink.mayFree(each.event());
      }
    }
    return this;
  }
}
