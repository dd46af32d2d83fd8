package io.metasched.lab.bench.replay;

import io.metasched.lab.bench.Measurements;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Time of the replay of a flow with a local scheduler.
 *
 * @param jobs number of jobs
 * @param seconds time of the replay; empty if it would have exceeded the limit
 * @param mostWaiting maximum length of the queue, if the replay finished
 * @param baseline time for first come first served, if known
 */
record ReplayBenchRow(
    int jobs,
    String policy,
    OptionalDouble seconds,
    OptionalInt mostWaiting,
    OptionalDouble baseline) {

  OptionalDouble jobsPerSecond() {
    return seconds.isPresent()
        ? OptionalDouble.of(jobs / seconds.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Returns the time divided by the time of first come first served. */
  OptionalDouble ratio() {
    return baseline.isPresent()
        ? Measurements.ratio(seconds, baseline.getAsDouble())
        : OptionalDouble.empty();
  }
}
