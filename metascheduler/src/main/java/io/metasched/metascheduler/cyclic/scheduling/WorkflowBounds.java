package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import java.util.Optional;

/** Bounds on the jobs of workflows that follow from the other jobs of their workflows. */
final class WorkflowBounds {
  private final Workflows workflows;
  private final JobFlow flow;

  WorkflowBounds(Workflows workflows, JobFlow flow) {
    this.workflows = workflows;
    this.flow = flow;
  }

  /** Returns whether a predecessor of the job is waiting or refused. */
  boolean lacksPredecessor(JobId job) {
    return workflows.before(job).stream()
        .map(id -> flow.job(id).status())
        .anyMatch(status -> status == JobStatus.WAITING || status == JobStatus.REFUSED);
  }

  /**
   * Returns the job with the bounds of its workflow: it starts after the windows of its booked
   * predecessors, within the money that the booked jobs of its workflow leave.
   */
  Job bounded(Job job) {
    int number = workflows.of(job.id());
    if (number == Workflows.NO_WORKFLOW) {
      return job;
    }
    long ready = job.earliestStart();
    for (var before : workflows.before(job.id())) {
      if (flow.isBooked(before)) {
        ready = Math.max(ready, flow.windowOf(before).finish());
      }
    }
    long budget = workflows.get(number).budgetMilli();
    return job.within(ready, budget == WindowRequest.NO_LIMIT ? budget : left(number, budget));
  }

  private long left(int number, long budget) {
    return Math.max(0, budget - flow.sums().committedMilli(number));
  }

  /** Returns the reason to refuse the job because another job of its workflow is refused. */
  Optional<JobRefusal> refusal(JobId job) {
    int number = workflows.of(job);
    int refused = number == Workflows.NO_WORKFLOW ? 0 : flow.sums().refused(number);
    if (refused == 0) {
      return Optional.empty();
    }
    int size = workflows.get(number).size();
    return Optional.of(new JobRefusal(RefusalReason.WORKFLOW, size, size - refused));
  }
}
