package io.metasched.simulation.bench;

import io.metasched.simulation.config.UsageException;
import java.util.List;

/**
 * How much {@link WindowSearchBench} measures.
 *
 * @param nodes numbers of nodes, in the order in which they are measured
 * @param seconds how long each row is measured
 * @param searches how many searches each row has instead, or 0
 */
public record WindowSearchBenchSize(List<Integer> nodes, double seconds, int searches) {
  private static final int LEAST_NODES = 100;
  private static final int MOST_NODES = 200_000;

  /**
   * @throws UsageException for a number out of its range
   */
  public WindowSearchBenchSize {
    nodes = List.copyOf(nodes);
    for (int count : nodes) {
      Limits.requireBetween("--nodes", LEAST_NODES, MOST_NODES, count);
    }
    Limits.requireSeconds(seconds);
  }

  /** Whether so much has been measured that a row is done. */
  boolean isEnough(int done, long nanos) {
    return searches > 0 ? done >= searches : nanos >= seconds * 1e9;
  }
}
