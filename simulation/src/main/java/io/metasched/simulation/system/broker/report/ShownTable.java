package io.metasched.simulation.system.broker.report;

import io.metasched.resource.broker.LoadInterval;
import io.metasched.simulation.system.broker.metric.NodeLoads;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Dynamic tables of all agents over time, for the drawing on a page.
 *
 * @param agents agents by number
 * @param until last end of a task, in ticks
 * @param left number of omitted intervals
 */
record ShownTable(List<Agent> agents, long until, int left) {
  /** Nodes of an agent. */
  record Agent(int agent, List<Node> nodes) {}

  /**
   * Intervals of a node that have tasks, and the intervals between them.
   *
   * @param start first tick of each interval
   * @param load load of each interval, in per cent
   * @param tasks number of tasks of each interval
   * @param end end of the last interval, in ticks
   */
  record Node(int node, List<Long> start, List<Integer> load, List<Integer> tasks, long end) {}

  /** Numbers at the top of the page; times in ticks. */
  record Facts(
      int agents,
      int nodes,
      int brokers,
      int tasks,
      int mostLoad,
      int mostTasks,
      long leastDelay,
      long mostDelay) {
    static Facts of(BrokerRun run) {
      var facts = run.facts();
      return new Facts(
          facts.agents(),
          run.nodes().size(),
          facts.brokers(),
          facts.tasks(),
          facts.mostLoad(),
          facts.mostTasks(),
          facts.leastDelay(),
          facts.mostDelay());
    }
  }

  /** Returns the tables of a run, with at most {@code most} intervals. */
  static ShownTable of(BrokerRun run, int most) {
    var agents = new ArrayList<Agent>();
    long until = 0;
    int room = most;
    int left = 0;
    for (var entry : NodeLoads.of(run).intervals().entrySet()) {
      int agent = entry.getKey().agent();
      while (agents.size() <= agent) {
        agents.add(new Agent(agents.size(), new ArrayList<>()));
      }
      var intervals =
          entry.getValue().stream()
              .filter(each -> each.end() != LoadInterval.INFINITE)
              .filter(each -> each.tasks() > 0 || each.start() > 0)
              .toList();
      int shown = Math.min(room, intervals.size());
      room -= shown;
      left += intervals.size() - shown;
      var node = node(entry.getKey().node(), intervals.subList(0, shown));
      agents.get(agent).nodes().add(node);
      until = Math.max(until, node.end());
    }
    return new ShownTable(agents, until, left);
  }

  private static Node node(int node, List<LoadInterval> intervals) {
    return new Node(
        node,
        intervals.stream().map(LoadInterval::start).toList(),
        intervals.stream().map(LoadInterval::load).toList(),
        intervals.stream().map(LoadInterval::tasks).toList(),
        intervals.isEmpty() ? 0 : intervals.get(intervals.size() - 1).end());
  }
}
