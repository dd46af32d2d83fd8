package io.metasched.simulation.workload;

import io.metasched.simulation.workload.trace.Precedence;

/** Job that is submitted at its own time or, if it waits for others, when these have ended. */
public interface Arriving {
  /** Returns its number, unique among the jobs of a run. */
  long id();

  /** Returns the first tick at which it may be submitted. */
  long submitTick();

  /** Returns the jobs that it waits for. */
  Precedence precedence();
}
