package io.metasched.resource.agent;

import io.metasched.resource.model.Span;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The dynamic table of an agent: the load and the number of tasks of each of its nodes over time,
 * within the limits.
 *
 * <p>Source: the broker-agent paper, sections 3.5 and 3.7. Cost: a search O(n log m) for n nodes
 * with m intervals each, a change O(log m), a copy O(n). Confined to one thread.
 */
public final class DynamicTable {
  private final List<AgentNode> nodes;
  private final TableLimits limits;
  private final NodeTimeline[] timelines;

  /** What the search for a node has found. */
  public sealed interface Fit {}

  /**
   * The node that takes the task.
   *
   * @param row of the node
   * @param load that the node would have at most over the span, in per cent
   */
  public record Found(int row, int load) implements Fit {}

  /** No node takes it. */
  public record None(TaskRefusal reason) implements Fit {}

  /**
   * A table without tasks.
   *
   * @throws IllegalArgumentException for two nodes of one id
   */
  public DynamicTable(List<AgentNode> nodes, TableLimits limits) {
    this.nodes = nodes.stream().sorted(Comparator.comparingInt(AgentNode::id)).toList();
    this.limits = limits;
    timelines = new NodeTimeline[nodes.size()];
    Arrays.fill(timelines, NodeTimeline.EMPTY);
    for (int row = 1; row < timelines.length; row++) {
      if (node(row - 1).id() == node(row).id()) {
        throw new IllegalArgumentException("two nodes have the id " + node(row).id());
      }
    }
  }

  private DynamicTable(DynamicTable other) {
    nodes = other.nodes;
    limits = other.limits;
    timelines = other.timelines.clone();
  }

  /** A table of its own with the same tasks; it shares their intervals until one changes them. */
  public DynamicTable copy() {
    return new DynamicTable(this);
  }

  /** How many nodes it has; they are in rows from 0 on, by id. */
  public int size() {
    return timelines.length;
  }

  public AgentNode node(int row) {
    return nodes.get(row);
  }

  public NodeTimeline timeline(int row) {
    return timelines[row];
  }

  /**
   * The node for a task: of those that meet its demand and stay within both limits over its whole
   * span the one of least load in it, which is the highest load at any instant; on equal load that
   * of least id.
   */
  public Fit find(Task task) {
    int best = -1;
    int least = 0;
    var reason = TaskRefusal.NO_NODE;
    for (int row = 0; row < timelines.length; row++) {
      if (!node(row).meets(task.demand())) {
        continue;
      }
      var peak = timelines[row].peak(task.span());
      var refusal = refusal(peak, task);
      if (refusal.isPresent()) {
        reason = later(reason, refusal.get());
      } else if (best < 0 || peak.load() < least) {
        best = row;
        least = peak.load();
        if (least == 0) {
          break; // there is no less, and later rows have higher ids
        }
      }
    }
    return best < 0 ? new None(reason) : new Found(best, least + task.load());
  }

  private static TaskRefusal later(TaskRefusal a, TaskRefusal b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** Why a node does not take a task, if it does not. */
  public Optional<TaskRefusal> refusal(int row, Task task) {
    return refusal(timelines[row].peak(task.span()), task);
  }

  private Optional<TaskRefusal> refusal(LoadPeak peak, Task task) {
    if (peak.load() + task.load() > limits.mostLoad()) {
      return Optional.of(TaskRefusal.LOAD);
    }
    return peak.tasks() >= limits.mostTasks() ? Optional.of(TaskRefusal.TASKS) : Optional.empty();
  }

  /** The highest load of a node within a span, in per cent. */
  public int load(int row, Span span) {
    return timelines[row].peak(span).load();
  }

  /** Puts a task on a node, which is to admit it. */
  public void add(int row, Task task) {
    timelines[row] = timelines[row].with(task.span(), task.load());
  }

  /** Takes a task off the node it is on. */
  public void remove(int row, Task task) {
    timelines[row] = timelines[row].without(task.span(), task.load());
  }
}
