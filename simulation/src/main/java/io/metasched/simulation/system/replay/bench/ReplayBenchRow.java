package io.metasched.simulation.system.replay.bench;

import io.metasched.simulation.bench.Measurements;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How long the replay of a flow takes under a local scheduler.
 *
 * @param jobs how many there are
 * @param seconds what scheduling took; empty where it would have taken longer than the limit
 * @param mostWaiting the longest the queue has been, where it came to an end
 * @param baseline the same for first come first served, where that is known
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

  /** Its time over that of first come first served. */
  OptionalDouble ratio() {
    return baseline.isPresent()
        ? Measurements.ratio(seconds, baseline.getAsDouble())
        : OptionalDouble.empty();
  }
}
