package io.metasched.simulation.time;

/** The phases of one tick, in their order. */
public enum Phase {
  COMPLETION,
  GIVE_BACK,
  LOCAL_ARRIVAL,
  WITHDRAWAL,
  SUBMISSION,
  CYCLE
}
