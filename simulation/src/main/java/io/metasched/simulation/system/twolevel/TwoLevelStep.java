package io.metasched.simulation.system.twolevel;

/** The steps of one instant, in their order. */
public enum TwoLevelStep {
  /** Jobs end by themselves, or are stopped at the ends of their reservations. */
  ENDS,
  /** Late reservations move forward, if the grid policy has them do so. */
  MOVES,
  /** Jobs join the grid queue. */
  SUBMISSIONS,
  /** What is to leave the grid queue is sent to providers. */
  DISPATCH,
  /** Reservations begin, and providers start batch jobs. */
  STARTS;

  /** The step behind this one; behind the last one of an instant the first of the next. */
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
