package io.metasched.simulation.system.cyclic.bench;

import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.simulation.bench.Measurements;
import java.util.OptionalDouble;

/**
 * How long the choice of a combination takes; times are medians, in seconds.
 *
 * @param offers alternatives of all jobs together
 * @param gridCells cells of the recursion's grid: jobs x (quota + 1)
 * @param recursionSeconds the published recursion, empty where its grid is refused
 * @param recursionMegabytes what that allocates
 * @param exactSeconds the exact choice
 * @param exactMegabytes what that allocates
 * @param proven whether the exact choice is proven to be the best
 */
record ChoiceRow(
    int jobs,
    VoGoal goal,
    int offers,
    long gridCells,
    OptionalDouble recursionSeconds,
    OptionalDouble recursionMegabytes,
    double exactSeconds,
    double exactMegabytes,
    boolean proven) {

  OptionalDouble speedup() {
    return Measurements.ratio(recursionSeconds, exactSeconds);
  }
}
