package io.metasched.simulation.bench;

import io.metasched.simulation.config.UsageException;
import java.util.List;

/**
 * How much {@link ChoiceBench} measures.
 *
 * @param jobs numbers of jobs, in the order in which they are measured
 * @param seconds how long each row is measured; at least one choice of each kind is
 */
public record ChoiceBenchSize(List<Integer> jobs, double seconds) {
  private static final int LEAST_JOBS = 2;
  private static final int MOST_JOBS = 5000;

  /**
   * @throws UsageException for a number out of its range
   */
  public ChoiceBenchSize {
    jobs = List.copyOf(jobs);
    jobs.forEach(n -> Limits.requireBetween("--jobs", LEAST_JOBS, MOST_JOBS, n));
    Limits.requireSeconds(seconds);
  }
}
