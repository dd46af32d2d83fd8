package io.metasched.metascheduler.alternatives;

import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * The published choice: backward recursion over a grid of quota levels, then recovery forward.
 *
 * <p>From the last job to the first, the best value of the jobs from there on is tabulated for
 * every level of the quota that may be left to them. The combination is then read off from the
 * first job on, starting with the whole quota; of equal alternatives the earliest found is taken.
 * The limited quantity is in whole grid units: granules of time, or whole money.
 *
 * <p>Source: equations (2)-(4), applied as (6)-(9); f_i is a row, g* the quota. Departures: a
 * weight that is no multiple of the unit counts as the next one, quotas are rounded down, and the
 * criterion is not rounded.
 *
 * <p>Cost: O(a·q) time for a alternatives in all and q levels, 4·n·q bytes for n jobs. More than
 * {@value #LARGEST_GRID} cells are refused.
 */
public final class BackwardRecursion implements CombinationChoice {
  /** Greatest number of cells: jobs times (quota + 1), the quota in grid units. */
  public static final long LARGEST_GRID = 50_000_000;

  private static final long NO_COMBINATION = Long.MIN_VALUE;

  @Override
  public Choice choose(ChoiceProblem problem) {
    return new GoalKnapsacks(problem, problem.granularityTicks(), Ticks.MILLI)
        .solve(BackwardRecursion::solve);
  }

  private static Choice solve(Knapsack knapsack) {
    int quota = usefulQuota(knapsack);
    var bestOffer = new int[knapsack.jobs()][];
    var laterJobs = new long[quota + 1]; // f of the jobs behind; none is behind the last
    for (int job = knapsack.jobs() - 1; job >= 0; job--) {
      bestOffer[job] = new int[quota + 1];
      laterJobs = row(knapsack.weights[job], knapsack.values[job], laterJobs, bestOffer[job]);
    }

    var chosen = new ArrayList<Integer>(knapsack.jobs());
    int left = quota;
    for (int job = 0; job < knapsack.jobs(); job++) {
      int offer = bestOffer[job][left];
      chosen.add(offer);
      left -= (int) knapsack.weights[job][offer];
    }
    return new Choice(chosen, knapsack.capacity, true);
  }

  /** One step of equation (2): f_i from f_{i+1}, and for each level the offer that attains it. */
  private static long[] row(long[] weights, long[] values, long[] laterJobs, int[] bestOffer) {
    var best = new long[laterJobs.length];
    Arrays.fill(best, NO_COMBINATION);
    for (int offer = 0; offer < weights.length; offer++) {
      if (weights[offer] >= best.length) {
        continue;
      }
      int weight = (int) weights[offer];
      for (int level = weight; level < best.length; level++) {
        long later = laterJobs[level - weight];
        if (later != NO_COMBINATION && later + values[offer] > best[level]) {
          best[level] = later + values[offer];
          bestOffer[level] = offer;
        }
      }
    }
    return best;
  }

  /** The quota, or the greatest weight the jobs can have where that is less. */
  private static int usefulQuota(Knapsack knapsack) {
    long heaviest = 0;
    for (int job = 0; job < knapsack.jobs(); job++) {
      heaviest += knapsack.greatestWeight(job);
    }
    long quota = Math.min(knapsack.capacity, heaviest);
    if (quota >= LARGEST_GRID / Math.max(1, knapsack.jobs())) {
      throw new GridTooLargeException(
          "a grid of %d jobs x %d levels exceeds %d cells: use the exact choice"
              .formatted(knapsack.jobs(), quota + 1, LARGEST_GRID));
    }
    return (int) quota;
  }
}
