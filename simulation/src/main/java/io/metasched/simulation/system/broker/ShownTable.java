package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.LoadInterval;
import java.util.ArrayList;
import java.util.List;

/**
 * The dynamic tables of all agents over time, as a page draws them.
 *
 * @param agents by number
 * @param until the last end of a task, in ticks
 * @param left how many intervals are left out
 */
record ShownTable(List<Agent> agents, long until, int left) {
  /** The nodes of an agent. */
  record Agent(int agent, List<Node> nodes) {}

  /**
   * The intervals of a node that have tasks, and those between them.
   *
   * @param start first tick of each
   * @param load of each, in per cent
   * @param tasks of each
   * @param end of the last, in ticks
   */
  record Node(int node, List<Long> start, List<Integer> load, List<Integer> tasks, long end) {}

  /** What stands at the head of the page; times in ticks. */
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

  /** The tables of a run, with at most so many intervals. */
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
