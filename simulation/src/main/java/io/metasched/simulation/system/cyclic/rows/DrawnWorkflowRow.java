package io.metasched.simulation.system.cyclic.rows;

/**
 * Workflow of a run.
 *
 * @param workflow number of the workflow, from 0
 * @param shape name of the shape from which it was drawn
 * @param submitTick submission of the workflow
 * @param jobs number of its jobs
 * @param budgetMilli limit on the sum of the costs of its windows, in 1/1000 of money
 * @param deadlineTick latest end of its jobs
 */
public record DrawnWorkflowRow(
    int workflow, String shape, long submitTick, int jobs, long budgetMilli, long deadlineTick) {}
