package io.metasched.service.store;

import io.metasched.service.book.Recorded;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The last events of the book, so that its many readers need not ask the database. Of large ones
 * fewer are kept. Safe for threads.
 */
final class RecentEvents {
  private final int most;
  private final long mostChars;
  private final TreeMap<Long, Sized> known = new TreeMap<>(); // by number, guarded by this
  private long chars; // likewise

  private record Sized(Recorded event, int chars) {}

  /**
   * None yet.
   *
   * @param most how many are kept
   * @param mostChars that all but the last of them have
   */
  RecentEvents(int most, long mostChars) {
    this.most = most;
    this.mostChars = mostChars;
  }

  /**
   * Adds events whose numbers follow those before.
   *
   * @param bodies of them as they are written
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

  /** Those after a number, in order; empty where it is not known whether these are all. */
  synchronized Optional<List<Recorded>> after(long seq, int limit) {
    if (known.isEmpty() || known.firstKey() > seq + 1) {
      return Optional.empty();
    }
    return Optional.of(
        known.tailMap(seq, false).values().stream().limit(limit).map(Sized::event).toList());
  }
}
