package io.metasched.metascheduler.model;

/** Reason of a final refusal of a job. */
public enum RefusalReason {
  /** More nodes requested than exist. */
  NOT_ENOUGH_NODES,
  /** Fewer nodes meet its requirements than requested. */
  REQUIREMENTS,
  /** Fewer of the nodes that meet its requirements are ever as cheap as its limit on prices. */
  PRICE_LIMIT,
  /** Cost limit below the lowest possible cost of its window. */
  BELOW_ANY_PRICE,
  /** Account of its user too low for the window. */
  BUDGET,
  /**
   * Too many consecutive cycles in which not even the slots without any VO job had a window for it.
   */
  NO_WINDOW,
  /** Deadline that it can no longer meet. */
  DEADLINE
}
