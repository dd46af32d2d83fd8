package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.bench.Measurements;
import java.util.OptionalDouble;

/**
 * How long a cycle takes under a policy; times are medians, in seconds.
 *
 * @param slots vacant slots of all nodes together
 * @param cycles how many exact cycles were measured
 * @param placed jobs that got a window
 * @param alternatives mean number of alternatives of these
 * @param planSeconds alternatives and choice, with the exact searches
 * @param processorSeconds how much of that the planning thread had a processor
 * @param bookSeconds holding and committing each part with its owner
 * @param planMegabytes what planning allocates
 * @param publishedSeconds alternatives and choice with the published searches, where measured
 */
record CycleBenchRow(
    int nodes,
    int jobs,
    String policy,
    int slots,
    int cycles,
    int placed,
    double alternatives,
    double planSeconds,
    double processorSeconds,
    double bookSeconds,
    double planMegabytes,
    OptionalDouble publishedSeconds) {

  /** A whole cycle behind its snapshot. */
  double cycleSeconds() {
    return planSeconds + bookSeconds;
  }

  OptionalDouble speedup() {
    return Measurements.ratio(publishedSeconds, planSeconds);
  }
}
