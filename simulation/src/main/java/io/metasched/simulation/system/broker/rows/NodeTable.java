package io.metasched.simulation.system.broker.rows;

import io.metasched.resource.broker.LoadInterval;
import java.util.List;

/**
 * Intervals of one node in the dynamic table of its agent at the end of a run.
 *
 * @param agent number of the agent
 * @param node id of the node
 * @param intervals intervals from 0 on, the last one without an end
 */
public record NodeTable(int agent, int node, List<LoadInterval> intervals) {
  public NodeTable {
    intervals = List.copyOf(intervals);
  }

  /**
   * Returns the mean load over a time span, in per cent.
   *
   * @param from first tick
   * @param to end, exclusive, later than {@code from}
   */
  public double meanLoad(long from, long to) {
    double sum = 0;
    for (var each : intervals) {
      long length = Math.min(to, each.end()) - Math.max(from, each.start());
      sum += (double) each.load() * Math.max(0, length);
    }
    return sum / (to - from);
  }

  /**
   * Returns the paper's average load: the arithmetic mean over the intervals, regardless of their
   * lengths.
   */
  public double meanOverIntervals() {
    return intervals.stream().mapToInt(LoadInterval::load).average().orElse(Double.NaN);
  }

  /** Returns the highest load at any instant, in per cent. */
  public int highest() {
    return intervals.stream().mapToInt(LoadInterval::load).max().orElse(0);
  }
}
