package io.metasched.resource.broker;

import io.metasched.resource.model.Span;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Dynamic table of an agent: the load and the number of tasks of each of its nodes over time,
 * within the limits.
 *
 * <p>Source: the broker-agent paper, sections 3.5 and 3.7. Cost: O(n log m) for a search in n nodes
 * with m intervals each, O(log m) for a change, O(n) for a copy. Confined to one thread.
 */
public final class DynamicTable {
  private final List<AgentNode> nodes;
  private final TableLimits limits;
  private final LoadTimeline[] timelines;

  /** Result of the search for a node. */
  public sealed interface Fit {}

  /**
   * Node that takes the task.
   *
   * @param row row of the node
   * @param load maximum load of the node over the span, including the task, in per cent
   */
  public record Found(int row, int load) implements Fit {}

  /** Failure: no node takes the task. */
  public record None(TaskRefusal reason) implements Fit {}

  /**
   * Creates a table without tasks.
   *
   * @throws IllegalArgumentException if two nodes have the same id
   */
  public DynamicTable(List<AgentNode> nodes, TableLimits limits) {
    this.nodes = nodes.stream().sorted(Comparator.comparingInt(AgentNode::id)).toList();
    this.limits = limits;
    timelines = new LoadTimeline[nodes.size()];
    Arrays.fill(timelines, LoadTimeline.EMPTY);
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

  /** Returns an independent copy, which shares the intervals until either table changes them. */
  public DynamicTable copy() {
    return new DynamicTable(this);
  }

  /** Returns the number of nodes; nodes are in rows from 0 on, by id. */
  public int size() {
    return timelines.length;
  }

  public AgentNode node(int row) {
    return nodes.get(row);
  }

  public LoadTimeline timeline(int row) {
    return timelines[row];
  }

  /**
   * Finds the node for a task. Candidates are the nodes that meet its demand and stay within both
   * limits over its whole span. The result is the candidate with the lowest load, measured as the
   * highest load at any tick of the span. On equal load, the node with the lowest id is taken.
   *
   * <p>The load at the start of the span is never above the highest load in it, and is cheaper to
   * compute. The node with the lowest load at the start is therefore tried first; afterwards, only
   * nodes that can still be better are tried.
   */
  public Fit find(Task task) {
    var search = new Search(task);
    int first = search.begin();
    if (first >= 0) {
      search.examine(first);
      for (int row = 0; row < timelines.length; row++) {
        if (row != first && search.mayBeBetter(row)) {
          search.examine(row);
        }
      }
    }
    return search.best < 0
        ? new None(search.reason)
        : new Found(search.best, search.least + task.load());
  }

  /** Search for one task. */
  private final class Search {
    private static final int NOT_ADMITTED = Integer.MAX_VALUE;

    private final Task task;
    private final int[] loadsAtStart = new int[timelines.length];
    private int best = -1;
    private int least = NOT_ADMITTED - 1;
    private TaskRefusal reason = TaskRefusal.NO_NODE;

    Search(Task task) {
      this.task = task;
    }

    /**
     * Computes the loads at the start of the span; returns the row with the lowest load, or -1 if
     * no node is a candidate.
     */
    int begin() {
      int first = -1;
      for (int row = 0; row < timelines.length; row++) {
        loadsAtStart[row] = NOT_ADMITTED;
        if (node(row).meets(task.demand())) {
          int load = timelines[row].loadAt(task.span().start());
          if (load + task.load() > limits.mostLoad()) {
            reason = later(reason, TaskRefusal.LOAD);
          } else {
            loadsAtStart[row] = load;
            first = first < 0 || load < loadsAtStart[first] ? row : first;
          }
        }
      }
      return first;
    }

    boolean mayBeBetter(int row) {
      int load = loadsAtStart[row];
      return load < least || (load == least && row < best);
    }

    void examine(int row) {
      var peak = timelines[row].peak(task.span());
      var refusal = refusal(peak, task);
      if (refusal.isPresent()) {
        reason = later(reason, refusal.get());
      } else if (peak.load() < least || (peak.load() == least && row < best)) {
        best = row;
        least = peak.load();
      }
    }
  }

  private static TaskRefusal later(TaskRefusal a, TaskRefusal b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** Returns the reason why a node does not take a task, or empty if it does. */
  public Optional<TaskRefusal> refusal(int row, Task task) {
    return refusal(timelines[row].peak(task.span()), task);
  }

  private Optional<TaskRefusal> refusal(LoadPeak peak, Task task) {
    if (peak.load() + task.load() > limits.mostLoad()) {
      return Optional.of(TaskRefusal.LOAD);
    }
    return peak.tasks() >= limits.mostTasks() ? Optional.of(TaskRefusal.TASKS) : Optional.empty();
  }

  /** Returns the highest load of a node within a span, in per cent. */
  public int load(int row, Span span) {
    return timelines[row].peak(span).load();
  }

  /** Adds a task to a node that admits it. */
  public void add(int row, Task task) {
    timelines[row] = timelines[row].with(task.span(), task.load());
  }

  /** Removes a task from its node. */
  public void remove(int row, Task task) {
    timelines[row] = timelines[row].without(task.span(), task.load());
  }
}
