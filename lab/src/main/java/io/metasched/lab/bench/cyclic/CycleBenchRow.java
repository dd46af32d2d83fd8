package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Measurements;
import java.util.OptionalDouble;

/**
 * Time of a cycle under a policy; times are medians, in seconds.
 *
 * @param slots number of vacant slots of all nodes
 * @param cycles number of measured plans with exact searches
 * @param placed number of jobs with a window
 * @param alternatives mean number of alternatives of these jobs
 * @param planSeconds time of alternatives and choice, with the exact searches
 * @param bookSeconds time to hold and commit each part with its owner
 * @param planMegabytes memory allocated by planning
 * @param publishedSeconds time of alternatives and choice with the published searches, if measured
 */
record CycleBenchRow(
    int nodes,
    int jobs,
    String policy,
    int slots,
    long cycles,
    int placed,
    double alternatives,
    double planSeconds,
    double bookSeconds,
    double planMegabytes,
    OptionalDouble publishedSeconds) {

  /** Returns the time of a whole cycle after its snapshot. */
  double cycleSeconds() {
    return planSeconds + bookSeconds;
  }

  OptionalDouble speedup() {
    return Measurements.ratio(publishedSeconds, planSeconds);
  }
}
