package io.metasched.metascheduler.workflow;

/** Policy that plans a workflow as a whole. Pure: equal snapshots give equal plans. */
public interface WorkflowPolicy {
  /**
   * Plans the windows of a workflow: disjoint, inside the slots, each after the windows of its
   * predecessors, and all of them within the budget and the deadline of the workflow.
   *
   * @return a plan in which each task with a window has only predecessors with windows
   */
  WorkflowPlan plan(WorkflowSnapshot snapshot);
}
