package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;

/** State of a job. */
public enum JobState {
  WAITING(false, "In the queue.", "nothing"),
  PLACED(
      false,
      "The job has a window on its nodes, which their sites have not confirmed yet.",
      "nothing; the price is held"),
  BOOKED(false, "The job has a window on its nodes.", "nothing; the price is held"),
  STARTING(
      false,
      "All parts are ready, and their machines have the order to start.",
      "nothing; the price is held"),
  RUNNING(false, "A part has started.", "nothing; the price is held"),
  FINISHED(true, "All parts ended by themselves with exit status 0.", "the time used"),
  FAILED(
      true,
      "A part ended with another exit status, or the job could not run as booked.",
      "the time used or nothing, depending on the reason"),
  OVERRAN(true, "The window ended before the job, and the machine ended the job.", "the time used"),
  WITHDRAWN(
      true,
      "The job was cancelled, possibly by the signal KILL.",
      "the time used, if the job had started"),
  REFUSED(true, "The job can never run as requested.", "nothing"),
  LOST(
      true,
      "A machine lost the job, whose end is unknown.",
      "the time until the loss; nothing if a site caused it or other parts were ended because of it");

  private final boolean isFinal;
  private final String meaning;
  private final String charged;

  JobState(boolean isFinal, String meaning, String charged) {
    this.isFinal = isFinal;
    this.meaning = meaning;
    this.charged = charged;
  }

  /** Returns the meaning, for the docs. */
  public String meaning() {
    return meaning;
  }

  /** Returns the charge of a job in this state, for the docs. */
  public String charged() {
    return charged;
  }

  /** Returns whether the state is final. */
  public boolean isFinal() {
    return isFinal;
  }

  /** Returns whether a job in this state has a window, and its machines have no start order. */
  public boolean hasIdleWindow() {
    return this == PLACED || this == BOOKED;
  }

  /** Returns whether a job in this state may change to {@code next}. */
  public boolean mayBecome(JobState next) {
    return switch (this) {
      case WAITING -> next == PLACED || next == BOOKED || next == WITHDRAWN || next == REFUSED;
      case PLACED -> next == BOOKED || next == WAITING || next == WITHDRAWN;
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
    return EnumLabel.of(this);
  }
}
