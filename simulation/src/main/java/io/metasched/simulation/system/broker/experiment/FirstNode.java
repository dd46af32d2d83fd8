package io.metasched.simulation.system.broker.experiment;

import io.metasched.resource.broker.LoadTimeline;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.model.Span;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.NodeTable;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Baseline of the paper's criterion: an agent that places each of its tasks on the first node that
 * is free. It receives the tasks that an agent with the paper's criterion received.
 */
final class FirstNode {
  private static final TableLimits LIMITS = TableLimits.PUBLISHED;

  private FirstNode() {}

  /**
   * Returns the tables of the agent's nodes, with its tasks added in the order in which they were
   * placed.
   */
  static List<NodeTable> tables(int agent, BrokerRun run) {
    var tasks = new TreeMap<Long, TaskRow>();
    run.jobs().forEach(task -> tasks.put(task.task(), task));
    var nodes =
        new LoadTimeline[(int) run.nodes().stream().filter(n -> n.agent() == agent).count()];
    Arrays.fill(nodes, LoadTimeline.EMPTY);
    run.placements().stream()
        .filter(line -> line.isKept() && line.agent() == agent)
        .map(TaskPlacementRow::task)
        .map(tasks::get)
        .forEach(task -> add(nodes, new Span(task.start(), task.end()), task.load()));
    return IntStream.range(0, nodes.length)
        .mapToObj(node -> new NodeTable(agent, node, nodes[node].intervals()))
        .toList();
  }

  /** Adds a task; ignores one that fits on no node. */
  private static void add(LoadTimeline[] nodes, Span span, int load) {
    for (int node = 0; node < nodes.length; node++) {
      var peak = nodes[node].peak(span);
      if (peak.load() + load <= LIMITS.mostLoad() && peak.tasks() < LIMITS.mostTasks()) {
        nodes[node] = nodes[node].with(span, load);
        return;
      }
    }
  }
}
