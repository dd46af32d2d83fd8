package io.metasched.metascheduler.workflow;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchFamily;

/**
 * Planning job by job: each job, in topological order, gets the best window after its predecessors
 * by the criterion of the job alone.
 *
 * <p>Source: the scheduling of individual tasks ("myopic") in J. Yu, R. Buyya, K. Ramamohanarao,
 * "Workflow Scheduling Algorithms for Grid Computing", Metaheuristics for Scheduling in Distributed
 * Computing Environments, 2008. Cost: one search per job.
 */
final class JobByJob implements WorkflowPolicy {
  private final SearchFamily search;

  JobByJob(SearchFamily search) {
    this.search = search;
  }

  @Override
  public WorkflowPlan plan(WorkflowSnapshot snapshot) {
    var placing = new WindowPlacing(snapshot, search);
    var workflow = snapshot.workflow();
    for (int task : workflow.order()) {
      placing.place(task, workflow.job(task).criterion(), WindowRequest.NO_LIMIT);
    }
    return placing.plan();
  }
}
