package io.metasched.service.plan;

import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookState;
import io.metasched.service.book.OpenWork.Place;
import java.util.Optional;

/**
 * Which booked jobs a pass of moves looks at, a bounded number: where time has come free, those
 * that start soonest, and in turn with them the others, in the order of their starts. Confined to
 * one thread.
 */
public final class MoveTurns {
  private final int most;
  private long freed; // the last event by which time has come free
  private long soonest; // up to this event the jobs that start soonest have been looked at
  private long all; // up to this event all jobs have been, once the round is over
  private Optional<Place> next = Optional.empty(); // where the round goes on, if one is under way
  private boolean wasSoonest;

  /**
   * Creates turns in which nothing has come free.
   *
   * @param most jobs in one pass
   */
  public MoveTurns(int most) {
    this.most = most;
  }

  /** Time has come free by an event. */
  public void freed(long seq) {
    freed = Math.max(freed, seq);
  }

  /**
   * Returns the jobs that are to be looked at now; empty if none are.
   *
   * @param seen the book, as the pass knows it
   * @param from no job that starts earlier moves
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
      soonest = Math.min(soonest, all); // if time came free during the round, another one follows
    }
    return among;
  }

  /**
   * Returns as many jobs as are looked at in one pass, from a place on; empty if there are none.
   */
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
