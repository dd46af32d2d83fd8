package io.metasched.metascheduler.model;

/** Reason of a final refusal of a job. */
public enum RefusalReason {
  /** More nodes requested than the environment has. */
  NOT_ENOUGH_NODES,
  /** Fewer nodes meet the job's requirements than requested. */
  REQUIREMENTS,
  /**
   * Fewer nodes than requested meet the job's requirements at a price within its limit on prices.
   */
  PRICE_LIMIT,
  /** Cost limit below the lowest possible cost of the job's window. */
  BELOW_ANY_PRICE,
  /** User's account too low for the window. */
  BUDGET,
  /**
   * Too many consecutive cycles in which even the slots without any VO job had no window for the
   * job.
   */
  NO_WINDOW,
  /** Deadline that the job can no longer meet. */
  DEADLINE,
  /** Preceding job that must run first, but never ran. */
  PRECEDING,
  /** Refusal of another job of the same workflow. */
  WORKFLOW
}
