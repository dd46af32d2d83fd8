package io.metasched.simulation.system.broker.metric;

import io.metasched.resource.broker.LoadInterval;
import io.metasched.resource.broker.LoadTimeline;
import io.metasched.resource.model.Span;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Loads of all nodes over time in the final schedules of a run, without tasks that were cancelled
 * or lost with their agent.
 */
public final class NodeLoads {
  /** Id of a node of an agent. */
  public record NodeId(int agent, int node) implements Comparable<NodeId> {
    @Override
    public int compareTo(NodeId other) {
      return Comparator.comparingInt(NodeId::agent)
          .thenComparingInt(NodeId::node)
          .compare(this, other);
    }
  }

  private final SortedMap<NodeId, LoadTimeline> timelines = new TreeMap<>();
  private long firstTick = Long.MAX_VALUE;
  private long lastTick = Long.MIN_VALUE;
  private double work;

  private NodeLoads(BrokerRun run) {
    run.nodes()
        .forEach(row -> timelines.put(new NodeId(row.agent(), row.node()), LoadTimeline.EMPTY));
    var tasks = new TreeMap<Long, TaskRow>();
    run.jobs().forEach(row -> tasks.put(row.task(), row));
    for (var line : run.placements()) {
      var task = tasks.get(line.task());
      if (line.isKept() && task != null) {
        add(new NodeId(line.agent(), line.node()), new Span(task.start(), task.end()), task.load());
      }
    }
  }

  /** Returns the loads of a run. */
  public static NodeLoads of(BrokerRun run) {
    return new NodeLoads(run);
  }

  private void add(NodeId node, Span span, int load) {
    timelines.computeIfPresent(node, (id, before) -> before.with(span, load));
    firstTick = Math.min(firstTick, span.start());
    lastTick = Math.max(lastTick, span.end());
    work += (double) load * span.lengthTicks();
  }

  /**
   * Returns the intervals of each node, from 0 without end, split at the starts and ends of its
   * tasks.
   */
  public SortedMap<NodeId, List<LoadInterval>> intervals() {
    var all = new TreeMap<NodeId, List<LoadInterval>>();
    timelines.forEach((node, timeline) -> all.put(node, timeline.intervals()));
    return all;
  }

  /**
   * Returns the mean over the nodes of the paper's average load of a node: the arithmetic mean over
   * its intervals, regardless of their lengths. In per cent; NaN if there are no nodes.
   */
  double meanOverIntervals() {
    double sum = 0;
    for (var intervals : intervals().values()) {
      double loads = 0;
      for (var each : intervals) {
        loads += each.load();
      }
      sum += loads / intervals.size();
    }
    return sum / timelines.size();
  }

  /**
   * Returns the mean load of all nodes from the first start to the last end, in per cent; NaN if
   * there are no nodes.
   */
  double meanOverTime() {
    return lastTick == Long.MIN_VALUE
        ? Double.NaN
        : work / ((double) (lastTick - firstTick) * timelines.size());
  }

  /** Returns the highest load of a node at any instant, in per cent. */
  int highest() {
    int highest = 0;
    for (var intervals : intervals().values()) {
      for (var each : intervals) {
        highest = Math.max(highest, each.load());
      }
    }
    return highest;
  }
}
