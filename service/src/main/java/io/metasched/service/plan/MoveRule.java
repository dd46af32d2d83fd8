package io.metasched.service.plan;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookState;
import java.util.List;

/**
 * Rule for moves of booked jobs: a job moves to an earlier start if that shortens its remaining
 * wait by at least a quarter. A small gain is therefore used only near the start, and a job moves
 * only a few times, however often time becomes free.
 */
public final class MoveRule {
  private static final long PARTS = 4;

  private MoveRule() {}

  /**
   * Returns whether a job moves now.
   *
   * @param begun start of the moves; if they were recorded by a version without this rule, a job
   *     moves for any gain
   * @param own booked start, in ticks
   * @param other earlier possible start, in ticks
   */
  static boolean isWorthIt(MovesBegun begun, long own, long other) {
    return begun.among().isEmpty() || begun.tick() >= worthFrom(own, other);
  }

  /** Returns the tick from which the gain is at least a quarter of the remaining wait. */
  private static long worthFrom(long own, long other) {
    return own - PARTS * (own - other);
  }

  /**
   * Returns the first tick at which a planned move that is not worthwhile yet becomes worthwhile;
   * {@link Long#MAX_VALUE} if there is no such move.
   *
   * @param seen state on which the moves were planned
   * @param tick tick of the plan
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
