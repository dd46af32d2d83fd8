package io.metasched.metascheduler.alternatives;

import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs of one batch with their alternatives, and the goal of the VO; deeply immutable.
 *
 * <p>Source: equations (1) and (5). Sums are checked here, so that the algorithms can add without
 * checks. The sum of all times, each enlarged by one granule, and the sum of all costs, each
 * enlarged by one money unit, are at most {@link #LARGEST_SUM}.
 *
 * @param goal the criterion, which determines whether time or cost is limited
 * @param reading derivation of the budget; matters for {@link VoGoal#MIN_TIME} only
 * @param granularityTicks time unit of the quota t* and of the recursion's grid, in ticks, at least
 *     1
 * @param offersByJob alternatives of each job in the order found, at least one per job
 * @param limitMilliByJob user's cost limit for each job in 1/1000 money, at least 0
 */
public record ChoiceProblem(
    VoGoal goal,
    BudgetReading reading,
    long granularityTicks,
    List<List<AlternativeOffer>> offersByJob,
    List<Long> limitMilliByJob) {

  /** Maximum sum of all times or all costs of a problem, in ticks or 1/1000 money. */
  public static final long LARGEST_SUM = Long.MAX_VALUE / 4;

  /** Rejects numbers out of range. */
  public ChoiceProblem {
    if (granularityTicks < 1) {
      throw new IllegalArgumentException(
          "granularityTicks must be at least 1, but is %d".formatted(granularityTicks));
    }
    if (limitMilliByJob.size() != offersByJob.size()) {
      throw new IllegalArgumentException(
          "%d jobs have offers, but %d have a limit"
              .formatted(offersByJob.size(), limitMilliByJob.size()));
    }
    offersByJob = copyOf(offersByJob);
    limitMilliByJob = List.copyOf(limitMilliByJob);
    checkSums(granularityTicks, offersByJob, limitMilliByJob);
  }

  private static List<List<AlternativeOffer>> copyOf(List<List<AlternativeOffer>> offersByJob) {
    var copies = new ArrayList<List<AlternativeOffer>>(offersByJob.size());
    for (var offers : offersByJob) {
      if (offers.isEmpty()) {
        throw new IllegalArgumentException("job %d has no offer".formatted(copies.size()));
      }
      copies.add(List.copyOf(offers));
    }
    return List.copyOf(copies);
  }

  private static void checkSums(
      long granularityTicks, List<List<AlternativeOffer>> offersByJob, List<Long> limitMilliByJob) {
    long ticks = 0;
    long costMilli = 0;
    long limitMilli = 0;
    for (var offers : offersByJob) {
      for (var offer : offers) {
        ticks = sum("times", sum("times", ticks, offer.timeTicks()), granularityTicks);
        costMilli = sum("costs", sum("costs", costMilli, offer.costMilli()), Ticks.MILLI);
      }
    }
    for (long limit : limitMilliByJob) {
      if (limit < 0) {
        throw new IllegalArgumentException("a limit must not be negative, but is " + limit);
      }
      limitMilli = sum("limits", limitMilli, limit);
    }
  }

  private static long sum(String what, long left, long right) {
    if (right > LARGEST_SUM - left) {
      throw new IllegalArgumentException("the %s sum to more than %d".formatted(what, LARGEST_SUM));
    }
    return left + right;
  }
}
