package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * A job and what reality has in store for it.
 *
 * @param job the job as its user submits it
 * @param real how long its parts really run
 * @param withdrawTick when its user withdraws it, unless it has ended by then, or -1
 * @param precedence the jobs that it waits for
 */
public record SimulatedJob(Job job, RealLength real, long withdrawTick, Precedence precedence)
    implements Arriving {

  /** A job that waits for no other. */
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

  /** The same as another job, such as that of another user. */
  SimulatedJob as(Job other) {
    return new SimulatedJob(other, real, withdrawTick, precedence);
  }

  /** The same under another id. */
  SimulatedJob as(JobId id) {
    return as(job.as(id));
  }

  /** The same submitted at another tick; its user's later wishes move with it. */
  public SimulatedJob submittedAt(long tick) {
    long withdrawal = withdrawTick < 0 ? -1 : Math.addExact(withdrawTick, tick - submitTick());
    return new SimulatedJob(job.submittedAt(tick), real, withdrawal, precedence);
  }
}
