package io.metasched.simulation.bench;

import io.metasched.simulation.config.UsageException;
import java.util.List;

/**
 * How much {@link CycleBench} measures.
 *
 * @param nodes numbers of nodes, in the order in which they are measured
 * @param jobs numbers of jobs, each on each number of nodes
 * @param policies names of the policies, as scenarios have them
 * @param seconds how long each row is measured; at least one cycle is
 */
public record CycleBenchSize(
    List<Integer> nodes, List<Integer> jobs, List<String> policies, double seconds) {
  private static final int LEAST_NODES = 5;
  private static final int MOST_NODES = 200_000;
  private static final int MOST_JOBS = 10_000;

  /**
   * @throws UsageException for a number out of its range
   */
  public CycleBenchSize {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    policies = List.copyOf(policies);
    nodes.forEach(n -> Limits.requireBetween("--nodes", LEAST_NODES, MOST_NODES, n));
    jobs.forEach(n -> Limits.requireBetween("--jobs", 1, MOST_JOBS, n));
    Limits.requireSeconds(seconds);
  }
}
