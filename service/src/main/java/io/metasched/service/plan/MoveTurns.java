package io.metasched.service.plan;

import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookState;
import io.metasched.service.book.OpenWork.Place;
import java.util.Optional;

/**
 * Choice of a bounded number of booked jobs for each pass of moves. After time has become free, the
 * jobs that start soonest are chosen; such passes alternate with passes over the other jobs, in
 * order of start. Confined to one thread.
 */
public final class MoveTurns {
  private final int most;
  private long freed; // last event that freed time
  private long soonest; // event up to which the jobs that start soonest were considered
  private long all; // event up to which all jobs were considered, once the round ends
  private Optional<Place> next = Optional.empty(); // position in the current round, if any
  private boolean wasSoonest;

  /**
   * Creates turns without freed time.
   *
   * @param most highest number of jobs in one pass
   */
  public MoveTurns(int most) {
    this.most = most;
  }

  /** Records an event that freed time. */
  public void freed(long seq) {
    freed = Math.max(freed, seq);
  }

  /**
   * Returns the jobs of the next pass; empty if there are none.
   *
   * @param seen state of the book for the pass
   * @param from earliest start of jobs that may move, in ticks
   */
  public Optional<Among> next(BookState seen, long from) {
    boolean isOthersTurn = wasSoonest && next.isPresent();
    wasSoonest = freed > soonest && !isOthersTurn;
    return wasSoonest ? soonest(seen, from) : others(seen, from);
  }

  private Optional<Among> soonest(BookState seen, long from) {
    soonest = Math.min(freed, seen.seq());
    var among = among(seen, new Place(from, 0));
    var rest = among.flatMap(Among::before);
    if (rest.isEmpty() || next.isEmpty()) {
      next = rest;
      all = soonest;
    }
    return among;
  }

  private Optional<Among> others(BookState seen, long from) {
    var place = next.map(each -> each.start() < from ? new Place(from, 0) : each);
    var among = place.flatMap(each -> among(seen, each));
    next = among.flatMap(Among::before);
    if (place.isPresent() && next.isEmpty()) {
      soonest = Math.min(soonest, all); // another round follows if time was freed during this one
    }
    return among;
  }

  /** Returns the jobs of the pass that begins at a place; empty if there are none. */
  private Optional<Among> among(BookState seen, Place from) {
    int count = 0;
    for (var each : seen.open().movable().from(from, true)) {
      if (count++ == most) {
        return Optional.of(new Among(from, Optional.of(each.key())));
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(new Among(from, Optional.empty()));
  }
}
