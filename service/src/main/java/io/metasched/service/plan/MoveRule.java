package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookState;
import java.util.List;

/**
 * When a booked job moves to an earlier start: as soon as that shortens the rest of its wait by a
 * quarter at least. A small gain is thus taken near the start only, and a job moves some times at
 * most, however often time comes free.
 */
public final class MoveRule {
  private static final long PARTS = 4;

  private MoveRule() {}

  /**
   * Returns whether a job moves now.
   *
   * @param begun the moves; those of books from before this rule move for any gain
   * @param own tick at which the job is to start
   * @param other the earlier tick at which it could start
   */
  static boolean isWorthIt(MovesBegun begun, long own, long other) {
    return begun.among().isEmpty() || begun.tick() >= worthFrom(own, other);
  }

  /** Returns the tick from which on the gain is a quarter of what is left until the start. */
  private static long worthFrom(long own, long other) {
    return own - PARTS * (own - other);
  }

  /**
   * Returns the first tick at which a planned move is worth it that is not so yet; {@link
   * Long#MAX_VALUE} if there is none.
   *
   * @param seen what was planned on
   * @param tick when
   */
  public static long nextTick(BookState seen, List<FlowEvent> plan, long tick) {
    long next = Long.MAX_VALUE;
    for (var event : plan) {
      if (event instanceof FlowEvent.Moved moved) {
        var job = seen.open().movable(moved.job().number());
        var window = job.flatMap(each -> each.window());
        if (window.isPresent()) {
          long from = worthFrom(window.get().start(), moved.window().start());
          next = from > tick ? Math.min(next, from) : next;
        }
      }
    }
    return next;
  }
}
