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
import io.metasched.resource.actor.Domain;
import io.metasched.resource.owner.Refusal;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.LiveJobs;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the scheduler: begins its cycles, gives it what was submitted and paid in, tells it
 * what has ended, and writes into the book what it decides. The scheduler's actors are as in the
 * simulation; their state is made from the book whenever they start anew. What the book says while
 * a cycle is under way they hear behind it, so that the plan of each cycle follows from what the
 * book said up to one event: {@link io.metasched.service.plan.CycleByBook} makes it again.
 */
public final class CyclePlanner extends AbstractBehavior<CyclePlanner.Command> {
  private static final Duration CHECK = Duration.ofMillis(50);
  private static final Duration MOST_SILENCE = Duration.ofMinutes(3);

  /** Everything the planner understands. */
  public sealed interface Command {}

  /** A cycle is to begin at once, if any job waits. */
  public record BeginNow() implements Command {}

  private record Tick() implements Command {}

  private record Committed(BookNews.Commit news) implements Command {}

  private record FromMetascheduler(Metascheduler.Reply reply) implements Command {}

  private record FromUser(VoUser.Reply reply) implements Command {}

  private record FromDomain(Domain.Reply reply) implements Command {}

  private record BookAnswered(long incarnation, Runnable next, @Nullable Throwable error)
      implements Command {}

  private enum Phase {
    RESTORING,
    IDLE,
    HEARING,
    MOVES,
    CYCLE
  }

  private final BookKeeper keeper;
  private final PlannerSetup setup;
  private final CycleSettings settings;
  private final Clock clock;
  private final PlannerListener watcher;
  private final StepTimer steps;
  private final Consumer<List<Recorded>> listener;
  private final PlannerEntries entries;
  private final BookNews news;
  private final CycleClock due;
  private SchedulerLink link;
  private Phase phase = Phase.RESTORING;
  private Instant lastProgress;
  private long incarnation;
  private long plansUntil; // to which tick the scheduler plans
  // of the cycle that is under way
  private BookEvent.@Nullable CycleBegun cycle;
  private long bookTick;
  private Instant cycleBegun = Instant.EPOCH;

  private CyclePlanner(
      ActorContext<Command> context, TimerScheduler<Command> timers, PlannerSetup setup) {
    super(context);
    context.setLoggerName(CyclePlanner.class);
    keeper = setup.keeper();
    this.setup = setup;
    settings = setup.settings();
    clock = setup.clock();
    watcher = setup.watcher();
    steps = new StepTimer(clock, watcher);
    var self = context.getSelf();
    // called where the book is written, so that its state is what these events have led to
    listener = events -> self.tell(new Committed(new BookNews.Commit(events, keeper.state())));
    keeper.listen(listener);
    entries = new PlannerEntries(setup);
    news = new BookNews(keeper.state());
    due = new CycleClock(settings.period());
    entries.rules();
    lastProgress = clock.instant();
    link = start();
    timers.startTimerWithFixedDelay(new Tick(), CHECK);
  }

  /** Creates a planner, which takes up what the book says. */
  public static Behavior<Command> create(PlannerSetup setup) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new CyclePlanner(context, timers, setup)));
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
    steps.end();
    var state = keeper.state();
    news.restart(state);
    long present = state.ticks().at(clock.instant());
    plansUntil = present + settings.horizon().toMillis();
    var context = getContext();
    var receivers =
        new SchedulerLink.Receivers(
            context.messageAdapter(Metascheduler.Reply.class, FromMetascheduler::new),
            context.messageAdapter(VoUser.Reply.class, FromUser::new),
            context.messageAdapter(Domain.Reply.class, FromDomain::new));
    var made =
        SchedulerLink.start(
            context, receivers, ++incarnation, setup, state, present, this::progressed);
    made.restore(plansUntil, this::restored);
    return made;
  }

  private void restored() {
    rest();
    watcher.isReady();
  }

  /** No cycle is under way: the actors hear what the book has said meanwhile. */
  private void rest() {
    phase = Phase.IDLE;
    news.sendTo(link);
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

  private void await(Runnable then) {
    link.replies().whenAnswered(then);
  }

  private void progressed() {
    lastProgress = clock.instant();
  }

  // --- time

  private long tick() {
    return link.laterOf(keeper.state().ticks().at(clock.instant()));
  }

  private Behavior<Command> onTick(Tick tick) {
    var instant = clock.instant();
    if (phase != Phase.IDLE) {
      boolean isSilent = Duration.between(lastProgress, instant).compareTo(MOST_SILENCE) > 0;
      return isSilent ? renew("no answer to " + link.replies()) : this;
    } else if (link.history().isLong()) {
      return renew();
    } else if (due.isDue(instant)) {
      if (news.isStale()) {
        return renew();
      }
      due.begun(instant);
      phase = Phase.HEARING;
      await(this::beginMoves);
    }
    return this;
  }

  private Behavior<Command> onBeginNow(BeginNow command) {
    due.beginNow();
    return this;
  }

  // --- moves, before a cycle

  /** Where time has come free, jobs that are not yet prepared may move to an earlier start. */
  private void beginMoves() {
    boolean mayMove = news.isFreed() && LiveJobs.mayMove(news.known());
    if (mayMove && !link.movesInOrder()) {
      due.beginNow();
      renew();
      return;
    }
    news.movesAreTried();
    if (!mayMove) {
      beginCycle();
      return;
    }
    phase = Phase.MOVES;
    bookTick = tick();
    // jobs that begin later than this are not prepared before a move is in the book
    long from = bookTick + setup.moveLead().toMillis();
    write(
        entries.movesBegun(bookTick, from, plansUntil, news.known().seq()),
        written -> link.move(bookTick, from));
  }

  // --- a cycle

  private void beginCycle() {
    var seen = news.known();
    if (LiveJobs.waiting(seen).isEmpty()) {
      rest();
      return;
    }
    long cycleTick = tick();
    var considered = LiveJobs.considered(seen, settings, cycleTick);
    if (!link.goesOnWith(considered)) {
      due.beginNow();
      renew();
      return;
    }
    phase = Phase.CYCLE;
    cycleBegun = clock.instant();
    steps.begin();
    write(
        entries.cycleBegun(cycleTick, seen.seq()),
        begun -> {
          cycle = begun;
          plansUntil = cycleTick + settings.horizon().toMillis();
          link.join(seen);
          await(() -> submit(begun, seen, link.toSubmit(considered).iterator()));
        });
  }

  private void submit(BookEvent.CycleBegun begun, BookState seen, Iterator<List<JobRecord>> rest) {
    if (!rest.hasNext()) {
      collect(begun);
      return;
    }
    link.submit(seen, rest.next(), begun.tick());
    await(() -> submit(begun, seen, rest));
  }

  private void collect(BookEvent.CycleBegun begun) {
    steps.took(PlannerListener.Step.HAND_OVER);
    link.begin(begun.cycle(), begun.tick());
  }

  private void conclude() {
    var events = link.history().read();
    link.took(events);
    long millis = Duration.between(cycleBegun, clock.instant()).toMillis();
    boolean moves = phase == Phase.MOVES;
    write(
        moves
            ? entries.movesEnded(events, bookTick)
            : entries.cycleEnded(Objects.requireNonNull(cycle), events, bookTick, millis),
        differs -> {
          news.differs(differs);
          steps.took(PlannerListener.Step.RECORD);
          steps.end();
          rest();
          if (moves && !news.isStale()) {
            phase = Phase.HEARING;
            await(this::beginCycle);
          }
        });
  }

  private <T> void write(CompletionStage<T> decision, Consumer<T> next) {
    progressed();
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
    }
    link.replies().answered(reply.id());
    if (reply instanceof Metascheduler.CycleBegun begun) {
      bookTick = tick();
      steps.took(PlannerListener.Step.COLLECT);
      if (begun.plans()) {
        link.book(bookTick);
      } else {
        link.askHistory();
      }
    } else if (reply instanceof Metascheduler.JobsBooked) {
      steps.took(PlannerListener.Step.PLAN);
      link.askHistory();
    } else if (reply instanceof Metascheduler.HistoryPage page) {
      link.history().add(page);
      if (page.more()) {
        link.askHistory();
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
    link.replies().answered(from.reply().id());
    return this;
  }

  private Behavior<Command> onFromDomain(FromDomain from) {
    var reply = from.reply();
    if (!link.isOwn(reply.id())) {
      return this; // of an earlier incarnation
    }
    if (reply instanceof Domain.Rejected rejected) {
      return renew("a domain rejected a command: " + rejected.reason());
    } else if (reply instanceof Domain.Refused refused) {
      if (refused.reason() == Refusal.OWNER_LOST) {
        return renew(
            "the owner of node %s has stopped".formatted(setup.fleet().name(refused.node())));
      }
      getContext().getLog().error(link.restoration().line(refused));
    } else if (reply instanceof Domain.SessionOpened opened) {
      link.restoration().close(opened);
    }
    link.replies().answered(reply.id());
    return this;
  }

  // --- what the book says

  private Behavior<Command> onCommitted(Committed committed) {
    if (news.add(committed.news())) {
      return renew(); // as of the last event, so that none is missed
    }
    if (phase == Phase.IDLE) {
      rest();
    }
    return this;
  }
}
