package io.metasched.service.store;

import io.metasched.service.book.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last events of the book, so that its many readers need not ask the database: what comes
 * behind a number is found at once, however many are kept. Safe for threads.
 */
final class RecentEvents {
  private final List<Recorded> ring = new ArrayList<>(); // guarded by this, as the next
  private final int most;
  private long base; // number of the first event that was added
  private long last; // of the last one

  /** Keeps so many. */
  RecentEvents(int most) {
    this.most = most;
  }

  /** Adds events whose numbers follow those before. */
  synchronized void add(List<Recorded> events) {
    for (var event : events) {
      base = ring.isEmpty() ? event.seq() : base;
      if (ring.size() < most) {
        ring.add(event);
      } else {
        ring.set(place(event.seq()), event);
      }
      last = event.seq();
    }
  }

  /** Each number has a place of its own among as many as are kept. */
  private int place(long seq) {
    return (int) Math.floorMod(seq - base, (long) most);
  }

  /** Those behind a number, in order; empty where it is not known whether these are all. */
  synchronized Optional<List<Recorded>> after(long seq, int limit) {
    long first = last - ring.size() + 1;
    if (ring.isEmpty() || first > seq + 1) {
      return Optional.empty();
    }
    var found = new ArrayList<Recorded>();
    for (long next = Math.max(seq + 1, first); next <= last && found.size() < limit; next++) {
      found.add(ring.get(place(next)));
    }
    return Optional.of(List.copyOf(found));
  }
}
