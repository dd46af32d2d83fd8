package io.metasched.simulation.bench;

import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.workload.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * How much {@link ReplayBench} measures.
 *
 * @param jobs lengths of the generated flows, in the order in which they are measured
 * @param trace a log that is measured instead
 * @param limitSeconds how long the replay of a row may take at the most
 */
public record ReplayBenchSize(List<Integer> jobs, Optional<Trace> trace, double limitSeconds) {
  private static final int LEAST_JOBS = 100;
  private static final int MOST_JOBS = 10_000_000;

  /**
   * @throws UsageException for a number out of its range
   */
  public ReplayBenchSize {
    jobs = List.copyOf(jobs);
    jobs.forEach(n -> Limits.requireBetween("--jobs", LEAST_JOBS, MOST_JOBS, n));
    Limits.requireSeconds("--limit", limitSeconds);
  }
}
