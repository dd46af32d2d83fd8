package io.metasched.simulation.kernel;

/** Phases of one tick, in the order of execution. */
public enum Phase {
  COMPLETION,
  GIVE_BACK,
  LOCAL_ARRIVAL,
  WITHDRAWAL,
  SUBMISSION,
  CYCLE
}
