package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.CycleBegun;
import io.metasched.service.book.BookEvent.CycleEnded;
import io.metasched.service.book.BookEvent.JobBooked;
import io.metasched.service.book.BookEvent.JobMovePlaced;
import io.metasched.service.book.BookEvent.JobMoved;
import io.metasched.service.book.BookEvent.JobPostponed;
import io.metasched.service.book.BookEvent.JobRefused;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookEvent.MovesEnded;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SchedulerRules;
import io.metasched.service.plan.CycleByBook;
import io.metasched.service.plan.CycleOutcome;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Replay of the cycles of a history. Each cycle is planned on the state that the service had seen,
 * and compared with the recorded outcome. Confined to one thread.
 */
public final class CycleRerun {
  private final long first;
  private final TreeSet<Long> seen;
  private final TreeMap<Long, BookState> states = new TreeMap<>(); // states seen by cycles
  private final BookedWindows recorded;
  private final BookedWindows planned;
  private final List<BookEvent> written = new ArrayList<>(); // events of one decision
  private final Differences differences = new Differences();
  private BookState state;
  private @Nullable BookState before; // state before the first of these events
  private @Nullable Open open;
  private @Nullable Scheduler scheduler;
  private int cycles;
  private int moves;
  private int unknown;

  /** Cycle or pass of moves in progress. */
  private record Open(BookState seen, BookEvent event, Optional<SchedulerRules> rules) {}

  private record Scheduler(SchedulerRules rules, Fleet fleet, CycleSettings settings) {
    static Scheduler of(SchedulerRules rules) {
      return new Scheduler(rules, new Fleet(rules.nodes()), CycleSettings.of(rules));
    }
  }

  /**
   * Result of the replay.
   *
   * @param cycles number of replanned cycles
   * @param moves number of replanned passes of moves
   * @param unknown number of cycles and passes that cannot be replanned, because the history lacks
   *     their state or rules
   * @param differences number of cycles and passes with another outcome
   * @param first first difference
   * @param windows number of booked windows
   * @param recorded digest of the recorded placements
   * @param planned digest of the replanned placements
   */
  public record Result(
      int cycles,
      int moves,
      int unknown,
      int differences,
      Optional<String> first,
      int windows,
      String recorded,
      String planned) {
    /** Returns whether all outcomes are equal. */
    public boolean isSame() {
      return differences == 0 && recorded.equals(planned);
    }
  }

  /**
   * Creates the replay of a history that begins with a state.
   *
   * @param seen numbers of the last events seen by the cycles of the history
   */
  public CycleRerun(BookState from, Collection<Long> seen) {
    this.seen = new TreeSet<>(seen);
    state = from;
    first = from.seq();
    recorded = new BookedWindows(from);
    planned = new BookedWindows(from);
    keepState();
  }

  /** Returns the number of the last event seen by a cycle, or by moves, if the event begins one. */
  public static Optional<Long> seenBy(BookEvent event) {
    if (event instanceof CycleBegun begun) {
      return Optional.of(begun.seen());
    } else if (event instanceof MovesBegun begun) {
      return Optional.of(begun.seen());
    }
    return Optional.empty();
  }

  private void keepState() {
    if (seen.remove(state.seq())) {
      states.put(state.seq(), state);
    }
  }

  /**
   * Adds the next event.
   *
   * @throws IllegalStateException if the event is out of sequence or invalid
   */
  public void take(Recorded next) {
    var event = next.event();
    var known = state;
    state = known.after(next);
    recorded.take(event);
    boolean isPlanned = next.by().equals(CycleOutcome.BY) && isOutcome(event);
    if (!isPlanned) {
      planned.take(event);
      requireWhole();
    } else {
      if (written.isEmpty()) {
        before = known;
      }
      written.add(event);
    }
    if (event instanceof CycleBegun || event instanceof MovesBegun) {
      begin(event, known.rules());
    } else if (event instanceof CycleEnded || event instanceof MovesEnded) {
      end(event);
    }
    keepState();
  }

  private static boolean isOutcome(BookEvent event) {
    return event instanceof JobBooked
        || event instanceof JobMoved
        || event instanceof JobMovePlaced
        || event instanceof JobRefused
        || event instanceof JobPostponed
        || event instanceof BookEvent.JobRequeued
        || event instanceof CycleEnded
        || event instanceof MovesEnded;
  }

  private void requireWhole() {
    if (!written.isEmpty()) {
      throw new HistoryException("the outcome of a cycle is incomplete");
    }
  }

  private void begin(BookEvent event, Optional<SchedulerRules> rules) {
    long last = seenBy(event).orElseThrow();
    if (last < first) {
      open = new Open(state, event, Optional.empty());
      return;
    }
    var known = states.get(last);
    if (known == null) {
      throw new HistoryException(
          "it refers to event %d, which is not an event before it".formatted(last));
    }
    states.headMap(last).clear();
    open = new Open(known, event, rules);
  }

  private void end(BookEvent event) {
    var begun = open;
    open = null;
    var decided = List.copyOf(written);
    written.clear();
    if (begun == null || !isEndOf(begun.event(), event)) {
      throw new HistoryException("it ends a cycle that has not begun");
    }
    if (begun.rules().isEmpty()) {
      unknown++;
      decided.forEach(planned::take);
      return;
    }
    var now = again(begun, event);
    now.forEach(planned::take);
    differences.compare(begun.event(), Objects.requireNonNull(before), decided, now);
  }

  private static boolean isEndOf(BookEvent begun, BookEvent ended) {
    return ended instanceof CycleEnded end
        ? begun instanceof CycleBegun begin && begin.cycle() == end.cycle()
        : begun instanceof MovesBegun;
  }

  private List<BookEvent> again(Open begun, BookEvent ended) {
    var by = scheduler(begun.rules().orElseThrow());
    var then = Objects.requireNonNull(before);
    var cycle = new CycleByBook(begun.seen(), by.fleet(), by.settings());
    if (ended instanceof CycleEnded end && begun.event() instanceof CycleBegun begin) {
      cycles++;
      CycleRecord.Done done = end.done();
      var plan = cycle.plan(cycle.cycle(begin));
      return CycleOutcome.of(
          then, by.fleet(), by.settings(), begin, plan, done.bookTick(), done.millis());
    }
    moves++;
    var begin = (MovesBegun) begun.event();
    var end = (MovesEnded) ended;
    var plan = cycle.plan(cycle.moves(begin));
    return CycleOutcome.ofMoves(then, by.fleet(), by.settings(), begin, plan, end.unprepared());
  }

  private Scheduler scheduler(SchedulerRules rules) {
    var known = scheduler;
    if (known == null || !known.rules().equals(rules)) {
      known = Scheduler.of(rules);
      scheduler = known;
    }
    return known;
  }

  public Result result() {
    requireWhole();
    return new Result(
        cycles,
        moves,
        unknown,
        differences.count(),
        differences.first(),
        recorded.size(),
        recorded.digest(),
        planned.digest());
  }
}
