package io.metasched.resource.broker;

import java.util.List;

/**
 * Figures reported of a node.
 *
 * <p>Source: the broker-agent paper, sections 3.7 (10) and 4.
 *
 * @param node id of the node
 * @param tasks number of committed tasks on the node
 * @param averageLoad arithmetic mean of the loads of the node's intervals, not weighted by length,
 *     in per cent
 * @param intervals the node's row of the dynamic table, including held tasks
 */
public record NodeFigures(int node, int tasks, double averageLoad, List<LoadInterval> intervals) {
  public NodeFigures {
    intervals = List.copyOf(intervals);
  }

  static NodeFigures of(int node, int tasks, List<LoadInterval> intervals) {
    long sum = intervals.stream().mapToLong(LoadInterval::load).sum();
    return new NodeFigures(node, tasks, (double) sum / intervals.size(), intervals);
  }
}
