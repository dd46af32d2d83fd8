package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.LoadInterval;
import java.util.List;

/**
 * The intervals of one node in the dynamic table of its agent when a run is over.
 *
 * @param agent number of the agent
 * @param node id of the node
 * @param intervals from 0 on, the last one without an end
 */
public record NodeTable(int agent, int node, List<LoadInterval> intervals) {
  /** Copies the list. */
  public NodeTable {
    intervals = List.copyOf(intervals);
  }

  /**
   * The mean load over a span of time in per cent.
   *
   * @param from its first tick
   * @param to the first tick behind it, later than {@code from}
   */
  public double meanLoad(long from, long to) {
    double sum = 0;
    for (var each : intervals) {
      long length = Math.min(to, each.end()) - Math.max(from, each.start());
      sum += (double) each.load() * Math.max(0, length);
    }
    return sum / (to - from);
  }

  /** The arithmetic mean over the intervals, whatever their lengths: the paper's average load. */
  public double meanOverIntervals() {
    return intervals.stream().mapToInt(LoadInterval::load).average().orElse(Double.NaN);
  }

  /** The highest load at any instant, in per cent. */
  public int highest() {
    return intervals.stream().mapToInt(LoadInterval::load).max().orElse(0);
  }
}
