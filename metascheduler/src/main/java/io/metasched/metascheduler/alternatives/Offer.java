package io.metasched.metascheduler.alternatives;

/**
 * One alternative of a job, reduced to what the choice weighs: t_i(s) and c_i(s) of section 2.3.
 *
 * @param timeTicks occupied slot time in ticks: the summed lengths of the window's parts, 0 and up
 * @param costMilli cost in 1/1000 money, 0 and up
 */
public record Offer(long timeTicks, long costMilli) {
  /** Refuses negative numbers. */
  public Offer {
    if (timeTicks < 0 || costMilli < 0) {
      throw new IllegalArgumentException(
          "timeTicks and costMilli must not be negative, but are %d and %d"
              .formatted(timeTicks, costMilli));
    }
  }
}
