package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.flow.FlowJobState;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

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
    if (number < 0) {
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
    long spent =
        states(number, state -> true).stream()
            .mapToLong(state -> state.window().map(Window::costMilli).orElse(0L))
            .sum();
    return Math.max(0, budget - spent);
  }

  /** Returns the reason to refuse the job because another job of its workflow is refused. */
  Optional<JobRefusal> refusal(JobId job) {
    int number = workflows.of(job);
    if (number < 0) {
      return Optional.empty();
    }
    int size = workflows.get(number).size();
    int refused = states(number, state -> state.status() == JobStatus.REFUSED).size();
    return refused == 0
        ? Optional.empty()
        : Optional.of(new JobRefusal(RefusalReason.WORKFLOW, size, size - refused));
  }

  private List<FlowJobState> states(int number, Predicate<FlowJobState> condition) {
    return workflows.jobs(number).stream()
        .filter(flow::knows)
        .map(flow::job)
        .filter(condition)
        .toList();
  }
}
