package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.util.Optional;

/**
 * Sums over the jobs of each workflow of a flow, so that a job does not need a search in its
 * workflow. Confined to one thread.
 */
public final class WorkflowSums {
  private final Workflows workflows;
  private final int[] refused;
  private final long[] committedMilli;

  WorkflowSums(Workflows workflows) {
    this.workflows = workflows;
    refused = new int[workflows.size()];
    committedMilli = new long[workflows.size()];
  }

  /** Returns the number of refused jobs of a workflow. */
  public int refused(int workflow) {
    return refused[workflow];
  }

  /** Returns the sum of the costs of the windows of a workflow's jobs, in 1/1000 of money. */
  public long committedMilli(int workflow) {
    return committedMilli[workflow];
  }

  /** Counts a job that was refused. */
  void refuse(JobId job) {
    int workflow = workflows.of(job);
    if (workflow != Workflows.NO_WORKFLOW) {
      refused[workflow]++;
    }
  }

  /** Counts the window that a job has instead of an earlier one, if it had one. */
  void replace(JobId job, Optional<Window> before, Optional<Window> after) {
    int workflow = workflows.of(job);
    if (workflow != Workflows.NO_WORKFLOW) {
      committedMilli[workflow] += cost(after) - cost(before);
    }
  }

  private static long cost(Optional<Window> window) {
    return window.map(Window::costMilli).orElse(0L);
  }
}
