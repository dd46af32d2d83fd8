package io.metasched.service.check;

import java.util.Locale;

/** What the service promises. */
public enum Promise {
  /** What got a 2xx is there afterwards. */
  ACKNOWLEDGED_IS_KEPT,
  /** One key makes one job, deposit or reservation. */
  ONE_FOR_EACH_KEY,
  /** Nothing is answered as it must not be, such as by a failure of the service. */
  ANSWERS,
  /** A run is started at most once, and a job once, unless it asks for more. */
  STARTED_ONCE,
  /** No run starts before or after its window, or goes on after it. */
  INSIDE_ITS_WINDOW,
  /** No two runs are on one node at one instant. */
  ONE_ON_A_NODE,
  /** The exit that is shown is the exit that the process had. */
  EXIT_AS_IT_WAS,
  /** Money sums to zero after each event, and no account is overdrawn. */
  MONEY,
  /** Events are numbered without gaps, and who reads them gets each once. */
  EVENTS,
  /** Jobs change their state along the diagram only. */
  STATES,
  /** What was planned follows from the history. */
  PLANS_AGAIN,
  /** Users are answered soon, and for their own doings, whatever another user does. */
  SERVED,
  /** All jobs come to an end, and the service to rest. */
  COMES_TO_REST;

  /** Its name for users. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
