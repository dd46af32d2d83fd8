package io.metasched.simulation.system.broker.experiment;

import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.simulation.rule.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Check of a schedule that brokers and agents produced in separate JVMs, by its lines alone. Each
 * line is of a submitted task, unchanged, which has no other line; no node exceeds its limits of
 * load or tasks at any instant. O(n log n) for n tasks.
 */
final class PlacedTasks {
  private record Node(int agent, int node) {
    static final Comparator<Node> ORDER =
        Comparator.comparingInt(Node::agent).thenComparingInt(Node::node);
  }

  /**
   * Change of a node's load and number of tasks at the start or end of a task; negative at an end.
   */
  private record Change(long tick, int load, int tasks) {
    /** Order of changes: at one tick, ends before starts. */
    static final Comparator<Change> ORDER =
        Comparator.comparingLong(Change::tick).thenComparingInt(Change::tasks);
  }

  private PlacedTasks() {}

  /** Returns the violations; empty for a sound schedule. */
  static List<Violation> violations(
      List<Task> asked, List<TaskPlacement> placed, TableLimits limits) {
    var violations = new ArrayList<Violation>();
    var open = new TreeMap<Long, Task>();
    asked.forEach(task -> open.put(task.id(), task));
    var changes = new TreeMap<Node, List<Change>>(Node.ORDER);
    for (var line : placed) {
      var task = line.task();
      if (!task.equals(open.remove(task.id()))) {
        violations.add(
            new Violation(
                "once", "task " + task.id(), "was not requested like this, or is placed twice"));
      }
      var ofNode =
          changes.computeIfAbsent(new Node(line.agent(), line.node()), node -> new ArrayList<>());
      ofNode.add(new Change(task.span().start(), task.load(), 1));
      ofNode.add(new Change(task.span().end(), -task.load(), -1));
    }
    changes.forEach((node, ofNode) -> check(node, ofNode, limits, violations));
    return violations;
  }

  private static void check(
      Node node, List<Change> changes, TableLimits limits, List<Violation> violations) {
    changes.sort(Change.ORDER);
    int load = 0;
    int tasks = 0;
    for (var change : changes) {
      load += change.load();
      tasks += change.tasks();
      if (load > limits.mostLoad() || tasks > limits.mostTasks()) {
        violations.add(
            new Violation(
                "capacity",
                "node %d of agent %d".formatted(node.node(), node.agent()),
                "load %d %%, tasks %d at tick %d".formatted(load, tasks, change.tick())));
        return;
      }
    }
  }
}
