package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Jobs with edges between them: a directed acyclic graph. A job starts only after the windows of
 * all its predecessors have ended.
 *
 * @param tasks the jobs with their predecessors; a task is named by its place in this list
 * @param budgetMilli highest sum of the costs of all windows, in 1/1000 of money; {@link
 *     WindowRequest#NO_LIMIT} for no limit
 * @param deadlineTick tick by which all windows end; {@link WindowRequest#NO_LIMIT} for none
 */
public record Workflow(List<Task> tasks, long budgetMilli, long deadlineTick) {

  /**
   * Job of a workflow.
   *
   * @param after places of the predecessors, in ascending order without duplicates
   */
  public record Task(Job job, List<Integer> after) {
    public Task {
      after = after.stream().sorted().distinct().toList();
    }
  }

  /**
   * @throws IllegalArgumentException if an edge leads to a place that does not exist, or the edges
   *     form a cycle
   */
  public Workflow {
    tasks = List.copyOf(tasks);
    for (var task : tasks) {
      for (int before : task.after()) {
        if (before < 0 || before >= tasks.size()) {
          throw new IllegalArgumentException(
              "job %s: allowed is a predecessor from 0 to %d, given was %d"
                  .formatted(task.job().id(), tasks.size() - 1, before));
        }
      }
    }
    int stuck = tasks.size() - sorted(tasks).size();
    if (stuck > 0) {
      throw new IllegalArgumentException(
          "%d of %d jobs wait for each other in a cycle, or for such jobs"
              .formatted(stuck, tasks.size()));
    }
  }

  /** Creates a workflow without a budget and a deadline. */
  public static Workflow of(List<Task> tasks) {
    return new Workflow(tasks, WindowRequest.NO_LIMIT, WindowRequest.NO_LIMIT);
  }

  public int size() {
    return tasks.size();
  }

  public Job job(int task) {
    return tasks.get(task).job();
  }

  /** Returns the places of the predecessors of a task. */
  public List<Integer> before(int task) {
    return tasks.get(task).after();
  }

  /**
   * Returns the places of all tasks in topological order, in which every task comes after its
   * predecessors; among possible tasks, the one with the lowest place comes first. Cost: O((tasks +
   * edges) log tasks).
   */
  public List<Integer> order() {
    return sorted(tasks);
  }

  /** Returns the places of the successors of each task. */
  public List<List<Integer>> successors() {
    return successors(tasks);
  }

  /** Returns the topological order by Kahn's algorithm, without tasks on cycles and after them. */
  private static List<Integer> sorted(List<Task> tasks) {
    var open = new int[tasks.size()];
    var ready = new PriorityQueue<Integer>();
    for (int task = 0; task < tasks.size(); task++) {
      open[task] = tasks.get(task).after().size();
      if (open[task] == 0) {
        ready.add(task);
      }
    }
    var successors = successors(tasks);
    var order = new ArrayList<Integer>(tasks.size());
    for (var task = ready.poll(); task != null; task = ready.poll()) {
      order.add(task);
      for (int next : successors.get(task)) {
        open[next]--;
        if (open[next] == 0) {
          ready.add(next);
        }
      }
    }
    return Collections.unmodifiableList(order);
  }

  private static List<List<Integer>> successors(List<Task> tasks) {
    var successors = new ArrayList<List<Integer>>(tasks.size());
    tasks.forEach(task -> successors.add(new ArrayList<>()));
    for (int task = 0; task < tasks.size(); task++) {
      for (int before : tasks.get(task).after()) {
        successors.get(before).add(task);
      }
    }
    return successors;
  }
}
