package io.metasched.service.history;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.TakenTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Check of a book, event by event: the numbers of events have no gap, each event is possible in the
 * state before it, all accounts together have no money, and no time of a node is taken twice.
 */
final class BookCheck {
  private static final int MOST_FAULTS = 20;

  /** Number of events between two sums of all accounts. */
  private static final int EVENTS_PER_SUM = 1000;

  private final List<String> faults = new ArrayList<>();
  private BookState state;

  BookCheck(BookState from) {
    state = from;
    checkSum();
  }

  BookState state() {
    return state;
  }

  /**
   * Applies the next event.
   *
   * @throws IllegalStateException if the state does not allow the event
   */
  void take(Recorded recorded) {
    var before = state.open().taken();
    state = state.after(recorded);
    checkTime(state.open().taken().changedSince(before));
    if (state.seq() % EVENTS_PER_SUM == 0) {
      checkSum();
    }
  }

  /** Returns a sentence for each fault found, up to a limit. */
  List<String> faults() {
    checkSum();
    var nodes = new TreeSet<String>();
    for (var job : state.openJobs()) {
      nodes.addAll(job.nodes());
    }
    checkTime(nodes);
    return faults.stream().distinct().limit(MOST_FAULTS).toList();
  }

  private void checkSum() {
    long sum = 0;
    for (var account : state.accounts().values()) {
      sum = Math.addExact(sum, account.balanceMilli());
      sum = Math.addExact(sum, account.heldMilli());
    }
    if (sum != 0) {
      fault("all accounts together have %d/1000, and not 0".formatted(sum));
    }
  }

  private void checkTime(Set<String> nodes) {
    for (var node : nodes) {
      TakenTime.Taken last = null;
      for (var taken : state.open().taken().of(node, Long.MAX_VALUE)) {
        if (taken.by().equals(TakenTime.SITE)) {
          continue; // a site may take time that it has sold
        }
        if (last != null
            && !last.by().equals(taken.by())
            && last.span().end() > taken.span().start()) {
          fault("%s is taken twice, by %s and %s".formatted(node, last.by(), taken.by()));
        }
        if (last == null || taken.span().end() > last.span().end()) {
          last = taken;
        }
      }
    }
  }

  private void fault(String what) {
    faults.add("event %d: %s".formatted(state.seq(), what));
  }
}
