package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Measurements;
import io.metasched.metascheduler.alternatives.VoGoal;
import java.util.OptionalDouble;

/**
 * Time of the choice of a combination; times are medians, in seconds.
 *
 * @param offers number of alternatives of all jobs
 * @param gridCells number of cells of the recursion's grid: jobs x (quota + 1)
 * @param recursionSeconds time of the published recursion, empty if its grid is refused
 * @param recursionMegabytes memory allocated by the recursion
 * @param exactSeconds time of the exact choice
 * @param exactMegabytes memory allocated by the exact choice
 * @param proven whether the exact choice is proven optimal
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
