package io.metasched.metascheduler.alternatives;

/**
 * Alternative of a job, reduced to the numbers on which the choice depends: t_i(s) and c_i(s) of
 * section 2.3.
 *
 * @param timeTicks occupied slot time in ticks: the summed lengths of the window's parts, at least
 *     0
 * @param costMilli cost in 1/1000 money, at least 0
 */
public record AlternativeOffer(long timeTicks, long costMilli) {
  /** Rejects negative numbers. */
  public AlternativeOffer {
    if (timeTicks < 0 || costMilli < 0) {
      throw new IllegalArgumentException(
          "timeTicks and costMilli must not be negative, but are %d and %d"
              .formatted(timeTicks, costMilli));
    }
  }
}
