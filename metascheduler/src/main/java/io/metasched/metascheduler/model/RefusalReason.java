package io.metasched.metascheduler.model;

/** Why a job is refused for good. */
public enum RefusalReason {
  /** Fewer nodes meet its requirements than it asks for. */
  NOT_ENOUGH_NODES,
  /** Its cost limit is below the least that its window could ever cost. */
  BELOW_ANY_PRICE,
  /** Its user's account cannot pay the window. */
  BUDGET,
  /** For too many cycles in a row not even the slots without any VO job had a window for it. */
  NO_WINDOW,
  /** Its deadline has come too near for it to run. */
  DEADLINE
}
