package io.metasched.simulation.workload;

import io.metasched.simulation.workload.trace.Precedence;

/** Job that is submitted at its own time or, if it waits for others, when these have ended. */
public interface Arriving {
  /** Returns the number of the job, unique among the jobs of a run. */
  long id();

  /** Returns the first tick at which the job may be submitted. */
  long submitTick();

  /** Returns the jobs that the job waits for. */
  Precedence precedence();
}
