package io.metasched.simulation.system.twolevel.model;

/** Steps of one instant, in the order of execution. */
public enum TwoLevelStep {
  /** Jobs finish, or are stopped at the ends of their reservations. */
  ENDS,
  /** Late reservations move forward, if the grid policy moves them. */
  MOVES,
  /** Jobs join the grid queue. */
  SUBMISSIONS,
  /** The grid queue is dispatched to providers. */
  DISPATCH,
  /** Reservations begin, and providers start batch jobs. */
  STARTS;

  /**
   * Returns the step after this one; after the last step of an instant, the first step of the next.
   */
  TwoLevelStep next() {
    return switch (this) {
      case ENDS -> MOVES;
      case MOVES -> SUBMISSIONS;
      case SUBMISSIONS -> DISPATCH;
      case DISPATCH -> STARTS;
      case STARTS -> ENDS;
    };
  }
}
