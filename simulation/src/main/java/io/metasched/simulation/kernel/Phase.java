package io.metasched.simulation.kernel;

/** Phases of one tick, in their order. */
public enum Phase {
  COMPLETION,
  GIVE_BACK,
  LOCAL_ARRIVAL,
  WITHDRAWAL,
  SUBMISSION,
  CYCLE
}
