package io.metasched.service.book;

import java.util.Locale;

/** Where a job is on its way. */
public enum JobState {
  /** In the queue. */
  WAITING(false),
  /** It has a window, which is paid. */
  BOOKED(false),
  /** All its parts are ready, and told to start. */
  STARTING(false),
  /** At least one part has started. */
  RUNNING(false),
  /** All parts have ended by themselves with exit status 0. */
  FINISHED(true),
  /** A part has ended with another exit status, or it could not be run as booked. */
  FAILED(true),
  /** Its window was over before it had ended. */
  OVERRAN(true),
  /** It was cancelled. */
  WITHDRAWN(true),
  /** It can never run. */
  REFUSED(true),
  /** Nobody knows how it ended. */
  LOST(true);

  private final boolean isFinal;

  JobState(boolean isFinal) {
    this.isFinal = isFinal;
  }

  /** Whether nothing more becomes of the job. */
  public boolean isFinal() {
    return isFinal;
  }

  /** Whether a job in this state may come into another one. */
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

  /** Its name outside the program. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
