package io.metasched.service.store;

import io.metasched.service.book.Recorded;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cache of the last events of the book, so that the many readers of events need not query the
 * database. If events are large, fewer events are cached. Thread-safe.
 */
final class RecentEvents {
  private final int most;
  private final long mostChars;
  private final TreeMap<Long, Sized> known = new TreeMap<>(); // by number; guarded by this
  private long chars; // guarded by this

  private record Sized(Recorded event, int chars) {}

  /**
   * Creates an empty cache.
   *
   * @param most highest number of events
   * @param mostChars highest total number of characters of all events except the last
   */
  RecentEvents(int most, long mostChars) {
    this.most = most;
    this.mostChars = mostChars;
  }

  /**
   * Adds events whose numbers follow the numbers of the previous events.
   *
   * @param bodies events as stored
   */
  synchronized void add(List<Recorded> events, List<String> bodies) {
    for (int i = 0; i < events.size(); i++) {
      var event = events.get(i);
      int size = bodies.get(i).length();
      known.put(event.seq(), new Sized(event, size));
      chars += size;
      while (known.size() > most || (chars > mostChars && known.size() > 1)) {
        chars -= known.pollFirstEntry().getValue().chars();
      }
    }
  }

  /**
   * Returns the events after a number, in order; empty if some of them may be missing from the
   * cache.
   */
  synchronized Optional<List<Recorded>> after(long seq, int limit) {
    if (known.isEmpty() || known.firstKey() > seq + 1) {
      return Optional.empty();
    }
    return Optional.of(
        known.tailMap(seq, false).values().stream().limit(limit).map(Sized::event).toList());
  }
}
