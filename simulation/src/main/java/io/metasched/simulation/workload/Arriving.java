package io.metasched.simulation.workload;

import io.metasched.simulation.workload.trace.Precedence;

/** A job that is submitted at its time or, where it waits for others, when these have ended. */
public interface Arriving {
  /** Its number, unique among the jobs of a run. */
  long id();

  /** The first tick at which it may be submitted. */
  long submitTick();

  /** The jobs that it waits for. */
  Precedence precedence();
}
