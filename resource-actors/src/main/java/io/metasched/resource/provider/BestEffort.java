package io.metasched.resource.provider;

import java.util.function.LongPredicate;

/**
 * Amount granted to a demand at a given start: the largest free amount in the demand's range, see
 * {@link BestEffortRequest}.
 *
 * <p>The number of processors and the time are found by bisection, because wherever a larger amount
 * is free, a smaller amount is free, too. Cost: O(log a log n) for a range of a amounts and n
 * commitments.
 */
final class BestEffort {
  private BestEffort() {}

  /**
   * Returns the reservation granted at {@code start}.
   *
   * @param start a start at which the minimum amount is free
   */
  static Reservation grant(ReservationDemand demand, long start, Commitments commitments) {
    var least = demand.least();
    long length = least.durationTicks();
    long inTime = Math.min(demand.mostDurationTicks(), least.dueTick() - start);
    long processors =
        most(
            least.processors(),
            demand.mostProcessors(),
            more -> commitments.areFree((int) more, start, length));
    long duration =
        most(length, inTime, more -> commitments.areFree(least.processors(), start, more));
    return new Reservation(least.with((int) processors, duration), start);
  }

  /**
   * Returns the largest possible amount from {@code least}, which must be possible, to {@code
   * last}.
   */
  private static long most(long least, long last, LongPredicate isPossible) {
    long possible = least;
    long beyond = last;
    while (possible < beyond) {
      long middle = beyond - (beyond - possible) / 2;
      if (isPossible.test(middle)) {
        possible = middle;
      } else {
        beyond = middle - 1;
      }
    }
    return possible;
  }
}
