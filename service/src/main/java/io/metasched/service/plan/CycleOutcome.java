package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.DrainRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.PartRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the book says of a cycle: the words of the scheduler's history in those of the service.
 * Where the book says otherwise meanwhile, it wins: what was cancelled or changed is not booked,
 * nor what takes time that somebody else has got, or costs more than there is.
 */
public final class CycleOutcome {
  /** Who writes them into the book. */
  public static final String BY = "planner";

  private static final long NO_END = Long.MAX_VALUE / 4;

  private final BookState state;
  private final Fleet fleet;
  private final CycleSettings settings;
  private final int cycle;
  private final long bookTick;
  private final List<BookEvent> events = new ArrayList<>();
  private final TreeMap<String, Long> spent = new TreeMap<>();
  private @Nullable Vacancy vacancy; // once a window is to be looked at
  private int booked;
  private int refused;
  private boolean differs;

  /**
   * What becomes of a cycle.
   *
   * @param differs whether the scheduler has booked what the book has not, and will not hear of
   *     that: it must start anew
   */
  public record Outcome(List<BookEvent> events, boolean differs) {
    /** Copies the list. */
    public Outcome {
      events = List.copyOf(events);
    }
  }

  private CycleOutcome(
      BookState state, Fleet fleet, CycleSettings settings, int cycle, long bookTick) {
    this.state = state;
    this.fleet = fleet;
    this.settings = settings;
    this.cycle = cycle;
    this.bookTick = bookTick;
  }

  /**
   * The events of a cycle.
   *
   * @param begun how it began
   * @param history what the scheduler says has happened in it
   * @param bookTick when its plan was booked
   * @param millis how long it took
   */
  public static Outcome of(
      BookState state,
      Fleet fleet,
      CycleSettings settings,
      BookEvent.CycleBegun begun,
      List<FlowEvent> history,
      long bookTick,
      long millis) {
    int cycle = begun.cycle();
    var outcome = new CycleOutcome(state, fleet, settings, cycle, bookTick);
    history.forEach(event -> outcome.take(event, Long.MAX_VALUE));
    outcome.postponeTooEarly(begun.tick());
    // a job that waits for the same reason as before is in no event
    int waiting = LiveJobs.waiting(state).size();
    int postponed = waiting - outcome.booked - outcome.refused;
    var done =
        new CycleRecord.Done(bookTick, waiting, outcome.booked, outcome.refused, postponed, millis);
    outcome.events.add(new BookEvent.CycleEnded(cycle, done));
    return new Outcome(outcome.events, outcome.differs);
  }

  /**
   * The events of jobs that have moved, in no cycle.
   *
   * @param unprepared jobs that begin at this tick or later, and no others, may still move
   */
  public static Outcome ofMoves(
      BookState state,
      Fleet fleet,
      CycleSettings settings,
      List<FlowEvent> history,
      long tick,
      long unprepared) {
    var outcome = new CycleOutcome(state, fleet, settings, FlowEvent.NO_CYCLE, tick);
    history.forEach(event -> outcome.take(event, unprepared));
    outcome.events.add(new BookEvent.MovesEnded(unprepared));
    return new Outcome(outcome.events, outcome.differs);
  }

  /** Says so of jobs that were not considered, of some in each cycle, where it is news. */
  private void postponeTooEarly(long tick) {
    long until = tick + settings.horizon().toMillis();
    int news = 0;
    for (var job : state.openJobs()) {
      if (news == settings.batchLimit()) {
        return;
      } else if (job.state() == JobState.WAITING
          && !job.reason().code().equals(FlowWords.TOO_EARLY.code())
          && LiveJobs.isTooEarly(state, job, until)) {
        news++;
        postpone(state, job.number(), FlowWords.TOO_EARLY.code(), FlowWords.TOO_EARLY.text());
      }
    }
  }

  private void take(FlowEvent event, long unprepared) {
    if (event instanceof FlowEvent.Booked won) {
      book(won);
    } else if (event instanceof FlowEvent.Moved moved) {
      move(moved, unprepared);
    } else if (event instanceof FlowEvent.Refused no) {
      waiting(state, no.job().number())
          .ifPresent(
              job -> {
                refused++;
                var now = state.ticks().instant(no.tick());
                var why = JobAdmission.refused(job.spec(), no.why(), now, settings);
                events.add(new BookEvent.JobRefused(job.id(), why.code(), why.text()));
              });
    } else if (event instanceof FlowEvent.Postponed later) {
      var why = FlowWords.of(later);
      postpone(state, later.job().number(), why.code(), why.text());
    } else if (event instanceof FlowEvent.Requeued taken) {
      var why = FlowWords.of(taken, fleet.name(taken.node()));
      postpone(state, taken.job().number(), why.code(), why.text());
    }
  }

  private void book(FlowEvent.Booked won) {
    var job = waiting(state, won.job().number());
    var window = won.window();
    if (job.isEmpty()) {
      return; // it was cancelled or changed, as the scheduler is yet to hear
    }
    if (!isWithin(job.get(), window)) {
      differs = true;
    } else if (drain(window).isPresent()) { // it was drained while the cycle went on
      differs = true;
      var drain = drain(window).get();
      var text = NodeCommands.text(drain.node(), drain.reason());
      postpone(state, won.job().number(), NodeCommands.DRAINED, text);
    } else if (!vacancy().isFree(window)) {
      differs = true;
      postpone(state, won.job().number(), "slot-taken", "its window was taken by somebody else");
    } else if (!pays(job.get(), window.costMilli())) {
      differs = true;
      long cost = window.costMilli();
      var why = JobAdmission.unpaid("costs", cost, available(job.get().spec().account())).why();
      postpone(state, won.job().number(), why.code(), why.text());
    } else {
      booked++;
      vacancy().take(window);
      events.add(
          new BookEvent.JobBooked(
              job.get().id(), cycle, bookTick, window, names(window), won.movable()));
    }
  }

  private boolean isWithin(JobRecord job, Window window) {
    var spec = job.spec();
    return window.parts().size() == spec.nodes()
        && window.costMilli() <= spec.costLimitMilli()
        && window.parts().stream().allMatch(part -> part.priceMilli() <= spec.priceLimitMilli())
        && window.finish() <= spec.deadline().map(state.ticks()::at).orElse(WindowRequest.NO_LIMIT);
  }

  private void move(FlowEvent.Moved moved, long unprepared) {
    var job = state.open().get(moved.job().number());
    var old = job.filter(each -> each.state() == JobState.BOOKED).flatMap(JobRecord::window);
    var own = old.flatMap(window -> fleet.window(window, nodes(job.orElseThrow())));
    if (own.isEmpty() || old.orElseThrow().start() < unprepared) {
      differs = true;
      return;
    }
    vacancy().giveBack(own.get());
    var window = moved.window();
    if (vacancy().isFree(window)
        && drain(window).isEmpty()
        && pays(job.orElseThrow(), window.costMilli() - own.get().costMilli())) {
      vacancy().take(window);
      events.add(new BookEvent.JobMoved(job.orElseThrow().id(), bookTick, window, names(window)));
    } else {
      vacancy().take(own.get());
      differs = true;
    }
  }

  /** Whether nobody has any of a window on nodes of these names, all of which are still there. */
  public static boolean isFree(BookState state, Fleet fleet, Window window, List<String> nodes) {
    return fleet
        .window(window, nodes)
        .filter(own -> Vacancy.of(state, fleet, new Span(0, NO_END)).isFree(own))
        .isPresent();
  }

  private static List<String> nodes(JobRecord job) {
    return job.parts().stream().map(PartRecord::node).toList();
  }

  private Optional<DrainRecord> drain(Window window) {
    return names(window).stream().flatMap(node -> state.drain(node).stream()).findFirst();
  }

  private Vacancy vacancy() {
    var known = vacancy;
    if (known == null) {
      known = Vacancy.of(state, fleet, new Span(0, NO_END));
      vacancy = known;
    }
    return known;
  }

  private boolean pays(JobRecord job, long milli) {
    var account = job.spec().account();
    if (milli > available(account)) {
      return false;
    }
    spent.merge(account, milli, Long::sum);
    return true;
  }

  private long available(String account) {
    long balance = state.account(account).orElseThrow().balanceMilli();
    return balance - spent.getOrDefault(account, 0L);
  }

  private List<String> names(Window window) {
    return window.parts().stream().map(part -> fleet.name(part.node())).toList();
  }

  /** A job that waits for the reason it has waited for before is no news. */
  private void postpone(BookState state, long number, String code, String text) {
    waiting(state, number)
        .filter(job -> !job.reason().code().equals(code))
        .ifPresent(job -> events.add(new BookEvent.JobPostponed(job.id(), cycle, code, text)));
  }

  /** A job that was cancelled meanwhile is not booked. */
  private static Optional<JobRecord> waiting(BookState state, long number) {
    return state.open().get(number).filter(job -> job.state() == JobState.WAITING);
  }
}
