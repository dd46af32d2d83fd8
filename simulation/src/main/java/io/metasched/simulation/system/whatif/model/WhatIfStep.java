package io.metasched.simulation.system.whatif.model;

/** Steps of one instant, in the order of execution. */
public enum WhatIfStep {
  /** Jobs and reservations end. */
  ENDS,
  /** Clients withdraw requests. */
  WITHDRAWALS,
  /** Jobs join the queues of their clusters. */
  SUBMISSIONS,
  /** Requests for reservations are placed one at a time. */
  REQUESTS,
  /** Reservations begin, and clusters start jobs. */
  STARTS;

  /**
   * Returns the step after this one; after the last step of an instant, the first step of the next.
   */
  WhatIfStep next() {
    return switch (this) {
      case ENDS -> WITHDRAWALS;
      case WITHDRAWALS -> SUBMISSIONS;
      case SUBMISSIONS -> REQUESTS;
      case REQUESTS -> STARTS;
      case STARTS -> ENDS;
    };
  }
}
