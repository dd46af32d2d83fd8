package io.metasched.lab.bench.cyclic;

import io.metasched.simulation.workload.WorkflowShape;
import java.util.OptionalDouble;

/**
 * Plans of one workflow by a policy, and by job-by-job within the same budget.
 *
 * @param jobs number of jobs
 * @param budget name of the budget
 * @param policy name of the policy
 * @param seconds median time of a plan, in seconds
 * @param planned share of the jobs that have a window, 0 to 1
 * @param finishUnits latest end, in units of time; empty if not all jobs have a window
 * @param timesJobByJob latest end divided by the one of job-by-job; empty if one of the plans is
 *     not complete
 * @param costMoney cost of all windows
 */
record WorkflowRow(
    WorkflowShape shape,
    int jobs,
    String budget,
    String policy,
    double seconds,
    double planned,
    OptionalDouble finishUnits,
    OptionalDouble timesJobByJob,
    double costMoney) {}
