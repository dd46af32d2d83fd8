package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * A job, as submitted, and its outcome.
 *
 * @param job the job as submitted
 * @param real how long its parts really run
 * @param outcome finished, refused, withdrawn, or waiting where the run ended before
 * @param reason why it was refused, or empty
 * @param cycle the cycle that booked it, or -1
 * @param bookedTick when its last window was booked, or -1
 * @param promisedStart start of the first window booked for it, or -1
 * @param endTick when it finished, was refused or withdrawn, or -1
 * @param stopped whether it was stopped at its reserved end before it was done
 * @param alternatives alternatives found in the cycle that booked it
 * @param requeues how often an owner's no put it back into the queue
 * @param moves how often it moved to an earlier window
 * @param costMilli what was charged for its last window, 0 where there is none
 * @param refundMilli what was paid back of that
 * @param name what it is called, or empty
 * @param logged when the log has it submitted; -1 where it waited for no other job
 * @param after the jobs that it waited for
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
    Precedence after) {

  /** A job that waited for no other. */
  public JobRow(
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
      String name) {
    this(
        job,
        real,
        outcome,
        reason,
        cycle,
        bookedTick,
        promisedStart,
        endTick,
        stopped,
        alternatives,
        requeues,
        moves,
        costMilli,
        refundMilli,
        name,
        -1,
        Precedence.NONE);
  }
}
