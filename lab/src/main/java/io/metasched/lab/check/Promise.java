package io.metasched.lab.check;

import java.util.Locale;

/** Invariant of the service. */
public enum Promise {
  /** Everything acknowledged with a 2xx exists afterwards. */
  ACKNOWLEDGED_IS_KEPT,
  /** One key creates one job, deposit or reservation. */
  ONE_FOR_EACH_KEY,
  /** No answer has a forbidden status, such as a failure of the service. */
  ANSWERS,
  /** A run is started at most once, and a job once unless it requests more. */
  STARTED_ONCE,
  /** No run starts before or after its window, or continues after it. */
  INSIDE_ITS_WINDOW,
  /** No two runs are on one node at the same time. */
  ONE_ON_A_NODE,
  /** The exit status shown equals that of the process. */
  EXIT_AS_IT_WAS,
  /** Money sums to zero after each event, and no account is overdrawn. */
  MONEY,
  /** Event numbers have no gaps, and each reader receives each event once. */
  EVENTS,
  /** Jobs change their states according to the state diagram only. */
  STATES,
  /** The plans follow from the history. */
  PLANS_AGAIN,
  /** Users get prompt answers, determined by their own actions, regardless of another user. */
  SERVED,
  /** All jobs end, and the service comes to rest. */
  COMES_TO_REST;

  /** Returns the external name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
