package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * Job with its real behaviour.
 *
 * @param job job as submitted by its user
 * @param real real length of its parts
 * @param withdrawTick withdrawal by its user, unless the job has ended before that; -1 for none
 * @param precedence jobs that the job waits for
 * @param workflow number of its workflow; -1 for none
 */
public record SimulatedJob(
    Job job, RealLength real, long withdrawTick, Precedence precedence, int workflow)
    implements Arriving {
  private static final int NO_WORKFLOW = -1;

  /** Creates a job without a workflow. */
  public SimulatedJob(Job job, RealLength real, long withdrawTick, Precedence precedence) {
    this(job, real, withdrawTick, precedence, NO_WORKFLOW);
  }

  /** Creates a job without preceding jobs. */
  public SimulatedJob(Job job, RealLength real, long withdrawTick) {
    this(job, real, withdrawTick, Precedence.NONE);
  }

  @Override
  public long id() {
    return job.id().number();
  }

  @Override
  public long submitTick() {
    return job.submitTick();
  }

  /** Returns a copy with another job, such as the job of another user. */
  SimulatedJob as(Job other) {
    return new SimulatedJob(other, real, withdrawTick, precedence, workflow);
  }

  /** Returns a copy with the given id. */
  SimulatedJob as(JobId id) {
    return as(job.as(id));
  }

  /**
   * Returns a copy submitted at another tick; later actions of its user, and the deadline of a job
   * without a workflow, are shifted by the same time.
   */
  public SimulatedJob submittedAt(long tick) {
    long withdrawal = withdrawTick < 0 ? -1 : Math.addExact(withdrawTick, tick - submitTick());
    var submitted = workflow < 0 ? job.submittedAt(tick) : job.releasedAt(tick);
    return new SimulatedJob(submitted, real, withdrawal, precedence, workflow);
  }
}
