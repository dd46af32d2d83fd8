package io.metasched.service.book;

import java.util.Locale;

/** State of a job. */
public enum JobState {
  /** In the queue. */
  WAITING(false),
  /** Booked; the cost of its window is held. */
  BOOKED(false),
  /** All parts are ready and ordered to start. */
  STARTING(false),
  /** At least one part has started. */
  RUNNING(false),
  /** All parts have exited by themselves with status 0. */
  FINISHED(true),
  /** A part has exited with another status, or the job could not be run as booked. */
  FAILED(true),
  /** Still running at the end of its window. */
  OVERRAN(true),
  /** Cancelled. */
  WITHDRAWN(true),
  /** Can never run. */
  REFUSED(true),
  /** End unknown. */
  LOST(true);

  private final boolean isFinal;

  JobState(boolean isFinal) {
    this.isFinal = isFinal;
  }

  /** Returns whether the state is final. */
  public boolean isFinal() {
    return isFinal;
  }

  /** Returns whether a job in this state may change to {@code next}. */
  public boolean mayBecome(JobState next) {
    return switch (this) {
      case WAITING -> next == BOOKED || next == WITHDRAWN || next == REFUSED;
      case BOOKED -> next == STARTING || next == WAITING || next == FAILED || next == WITHDRAWN;
      case STARTING ->
          next == RUNNING
              || next == WAITING
              || next == FAILED
              || next == WITHDRAWN
              || next == LOST
              || next == OVERRAN;
      case RUNNING ->
          next == FINISHED
              || next == FAILED
              || next == OVERRAN
              || next == WITHDRAWN
              || next == LOST
              || next == WAITING;
      case FINISHED, FAILED, OVERRAN, WITHDRAWN, REFUSED, LOST -> false;
    };
  }

  /** Returns the external name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
