package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;
import java.util.List;

/** Transition of a job, about which users may be notified. */
public enum Transition {
  /** The job has a window, which its sites have confirmed. */
  BOOKED,
  /** The first part has started. */
  STARTED,
  /** The job is over, in any final state. */
  ENDED,
  /** The job is over, and was neither finished nor withdrawn. */
  FAILED,
  /** The job waits again after it had a window. */
  REQUEUED;

  /** Returns the transitions that an event stands for. */
  public static List<Transition> of(BookEvent event) {
    if (event instanceof BookEvent.JobBooked booked) {
      return booked.awaitsSites() ? List.of() : List.of(BOOKED);
    } else if (event instanceof BookEvent.JobConfirmed) {
      return List.of(BOOKED);
    } else if (event instanceof BookEvent.PartStarted started) {
      return started.part() == 0 ? List.of(STARTED) : List.of();
    } else if (event instanceof BookEvent.JobRequeued) {
      return List.of(REQUEUED);
    } else if (event instanceof BookEvent.JobRefused) {
      return List.of(ENDED, FAILED);
    } else if (event instanceof BookEvent.JobEnded ended) {
      var state = ended.state();
      boolean isIntended = state == JobState.FINISHED || state == JobState.WITHDRAWN;
      return isIntended ? List.of(ENDED) : List.of(ENDED, FAILED);
    }
    return List.of();
  }

  /** Returns the external name. */
  public String label() {
    return EnumLabel.of(this);
  }
}
