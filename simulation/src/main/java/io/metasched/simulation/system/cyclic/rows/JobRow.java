package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * Job as submitted, and its outcome.
 *
 * @param job job as submitted
 * @param real real length of its parts
 * @param outcome finished, refused, withdrawn, or waiting if the run ended before
 * @param reason reason of a refusal, or empty
 * @param cycle cycle that booked the job, or -1
 * @param bookedTick tick at which its last window was booked, or -1
 * @param promisedStart start of the first window booked for the job, or -1
 * @param endTick tick at which the job finished, was refused or withdrawn, or -1
 * @param stopped whether the job was stopped at its reserved end before it was finished
 * @param alternatives number of alternatives found in the cycle that booked the job
 * @param requeues number of times the job was requeued after an owner's refusal
 * @param moves number of times the job moved to an earlier window
 * @param costMilli charge for its last window in 1/1000 of money, 0 if there is none
 * @param refundMilli refunded part of that charge
 * @param name name of the job, or empty
 * @param logged submit time in the log; -1 if the job did not wait for other jobs
 * @param after jobs for which the job waited
 * @param workflow number of its workflow; -1 for none
 */
public record JobRow(
    Job job,
    RealLength real,
    JobStatus outcome,
    String reason,
    int cycle,
    long bookedTick,
    long promisedStart,
    long endTick,
    boolean stopped,
    int alternatives,
    int requeues,
    int moves,
    long costMilli,
    long refundMilli,
    String name,
    long logged,
    Precedence after,
    int workflow) {}
