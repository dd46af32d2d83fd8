package io.metasched.service.http;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.store.BookKeeper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * States of the book at the end of each of the last cycles. States from before the start of the
 * service are read from the event store on the first request.
 */
final class SeenCycles {
  static final int MOST = 20;

  /** Number of events since the oldest of these cycles above which the events are not read. */
  private static final int MOST_EVENTS = 200_000;

  private static final int EVENTS_AT_ONCE = 500;

  private final BookKeeper keeper;
  private final ArrayDeque<Seen> seen = new ArrayDeque<>(); // guarded by this list
  private boolean hasRead; // guarded by this

  /** Finished cycle, and the state of the book at its end. */
  record Seen(int cycle, BookState state) {}

  SeenCycles(BookKeeper keeper) {
    this.keeper = keeper;
    keeper.listen(this::add);
  }

  private void add(List<Recorded> events) {
    for (var each : events) {
      if (each.event() instanceof BookEvent.CycleEnded ended) {
        synchronized (seen) {
          seen.addFirst(new Seen(ended.cycle(), keeper.state()));
          if (seen.size() > MOST) {
            seen.removeLast();
          }
        }
      }
    }
  }

  /**
   * Returns the last cycles, most recent first; the first call may take as long as a start of the
   * service.
   */
  synchronized List<Seen> last() {
    if (!hasRead) {
      hasRead = true;
      read();
    }
    synchronized (seen) {
      return List.copyOf(seen);
    }
  }

  private void read() {
    var now = keeper.state();
    var numbers = new ArrayList<Integer>();
    for (var each : now.cycles().below(null)) {
      if (numbers.size() == MOST) {
        break;
      }
      numbers.add(each.key());
    }
    if (numbers.isEmpty()) {
      return;
    }
    int oldest = numbers.get(numbers.size() - 1);
    var from = keeper.stored().before(now.cycles().get(oldest).orElseThrow().begun());
    if (now.seq() - from.seq() > MOST_EVENTS) {
      return;
    }
    var earlier = read(from, now.seq(), oldest);
    synchronized (seen) {
      for (int i = earlier.size() - 1; i >= 0 && seen.size() < MOST; i--) {
        if (seen.isEmpty() || earlier.get(i).cycle() < seen.getLast().cycle()) {
          seen.addLast(earlier.get(i));
        }
      }
    }
  }

  /** Returns the finished cycles from {@code oldest} on, ascending. */
  private List<Seen> read(BookState from, long to, int oldest) {
    var state = from;
    var found = new ArrayList<Seen>();
    while (state.seq() < to) {
      var some = keeper.events(state.seq(), EVENTS_AT_ONCE);
      if (some.isEmpty() || some.get(0).seq() != state.seq() + 1) {
        return found; // the events were deleted meanwhile
      }
      for (var each : some) {
        state = state.after(each);
        if (each.event() instanceof BookEvent.CycleEnded ended && ended.cycle() >= oldest) {
          found.add(new Seen(ended.cycle(), state));
        }
      }
    }
    return found;
  }
}
