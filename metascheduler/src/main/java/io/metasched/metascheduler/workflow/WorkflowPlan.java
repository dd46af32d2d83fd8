package io.metasched.metascheduler.workflow;

import io.metasched.resource.model.Window;
import java.util.List;
import java.util.Optional;

/**
 * Plan of a workflow.
 *
 * @param windows the window of each task, by place; empty if the task, or one of its predecessors,
 *     has no window within the horizon, the deadline and the money
 */
public record WorkflowPlan(List<Optional<Window>> windows) {
  public WorkflowPlan {
    windows = List.copyOf(windows);
  }

  /** Returns whether all tasks have a window. */
  public boolean isComplete() {
    return windows.stream().allMatch(Optional::isPresent);
  }

  /** Returns the sum of the costs of the windows, in 1/1000 of money. */
  public long costMilli() {
    return windows.stream().flatMap(Optional::stream).mapToLong(Window::costMilli).sum();
  }

  /** Returns the latest end of a window; 0 without windows. */
  public long finish() {
    return windows.stream().flatMap(Optional::stream).mapToLong(Window::finish).max().orElse(0);
  }
}
