package io.metasched.simulation.workload;

import io.metasched.metascheduler.workflow.Workflow;

/** Workflow of a run, with the shape from which it was drawn. */
public record SimulatedWorkflow(WorkflowShape shape, Workflow workflow) {
  /** Returns the user who submits all jobs of the workflow. */
  public int user() {
    return workflow.job(0).user();
  }

  /** Returns the virtual organization of the user. */
  public int organization() {
    return workflow.job(0).id().vo();
  }

  /** Returns the submission of the workflow, at which its first jobs are submitted. */
  public long submitTick() {
    return workflow.job(0).submitTick();
  }
}
