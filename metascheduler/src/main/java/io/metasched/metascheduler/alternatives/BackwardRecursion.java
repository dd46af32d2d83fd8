package io.metasched.metascheduler.alternatives;

import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Published choice: backward recursion over a grid of quota levels, then forward recovery.
 *
 * <p>From the last job to the first, the algorithm tabulates the best value of the remaining jobs
 * for every level of the quota that may remain for them. It then reads the combination from the
 * tables, from the first job on, beginning with the whole quota; of equal alternatives, it takes
 * the one found first. The limited quantity is in whole grid units: granules of time, or whole
 * money.
 *
 * <p>Source: equations (2)-(4), applied as (6)-(9); f_i is a row, g* the quota. Departures: a
 * weight that is not a multiple of the unit counts as the next multiple, quotas are rounded down,
 * and the criterion is not rounded.
 *
 * <p>Cost: O(a·q) time for a alternatives in total and q levels, 4·n·q bytes for n jobs. Levels
 * that no combination leaves to a job, or that exceed the job's needs, are not tabulated. More than
 * {@value #LARGEST_GRID} cells, tabulated or not, are rejected.
 */
public final class BackwardRecursion implements CombinationChoice {
  /** Maximum number of cells: jobs x (quota in grid units + 1). */
  public static final long LARGEST_GRID = 50_000_000;

  @Override
  public Choice choose(ChoiceProblem problem) {
    return new GoalKnapsacks(problem, problem.granularityTicks(), Ticks.MILLI)
        .solve(BackwardRecursion::solve);
  }

  private static Choice solve(Knapsack knapsack) {
    int jobs = knapsack.jobs();
    var levels = new Levels(knapsack, usefulQuota(knapsack));
    var bestOffer = new int[jobs][];
    var laterJobs = new long[1]; // f of the later jobs; after the last job, there are none
    for (int job = jobs - 1; job >= 0; job--) {
      bestOffer[job] = new int[levels.count(job)];
      laterJobs = row(knapsack, job, levels, laterJobs, bestOffer[job]);
    }

    var chosen = new ArrayList<Integer>(jobs);
    long left = levels.most[0];
    for (int job = 0; job < jobs; job++) {
      left = Math.min(left, levels.most[job]);
      int offer = bestOffer[job][(int) (left - levels.least[job])];
      chosen.add(offer);
      left -= knapsack.weights[job][offer];
    }
    return new Choice(chosen, knapsack.capacity, true);
  }

  /**
   * Computes one step of equation (2): f_i from f_{i+1}, and for each level the offer that attains
   * the value.
   */
  private static long[] row(
      Knapsack knapsack, int job, Levels levels, long[] laterJobs, int[] bestOffer) {
    long least = levels.least[job];
    long laterLeast = levels.least[job + 1];
    var best = new long[bestOffer.length];
    Arrays.fill(best, Long.MIN_VALUE);
    for (int offer = 0; offer < knapsack.weights[job].length; offer++) {
      long offset =
          least - knapsack.weights[job][offer] - laterLeast; // relative to f_{i+1} from here on
      long value = knapsack.values[job][offer];
      for (int at = (int) Math.min(best.length, Math.max(0, -offset)); at < best.length; at++) {
        int later = (int) Math.min(at + offset, laterJobs.length - 1);
        if (laterJobs[later] + value > best[at]) {
          best[at] = laterJobs[later] + value;
          bestOffer[at] = offer;
        }
      }
    }
    return best;
  }

  /**
   * Ranges of quota levels: for each job, the levels that can remain for this job and the later
   * ones and affect their choice. Lower end: the least weights of these jobs, or the quota without
   * the greatest weights of the earlier jobs if that is more. Upper end: the greatest weights of
   * these jobs, or the quota without the least weights of the earlier jobs if that is less.
   */
  private static final class Levels {
    final long[] least;
    final long[] most;

    Levels(Knapsack knapsack, long quota) {
      int jobs = knapsack.jobs();
      least = new long[jobs + 1];
      most = new long[jobs + 1];
      for (int job = jobs - 1; job >= 0; job--) {
        least[job] = least[job + 1] + knapsack.leastWeight(job);
        most[job] = most[job + 1] + knapsack.greatestWeight(job);
      }
      long leastOfAll = least[0];
      long mostOfAll = most[0];
      for (int job = 0; job < jobs; job++) {
        long aheadLeast = leastOfAll - least[job];
        long aheadMost = mostOfAll - most[job];
        least[job] = Math.max(least[job], quota - aheadMost);
        most[job] = Math.min(most[job], quota - aheadLeast);
      }
    }

    int count(int job) {
      return (int) (most[job] - least[job] + 1);
    }
  }

  /** Returns the quota, or the greatest possible weight of the jobs if that is less. */
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
