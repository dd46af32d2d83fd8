package io.metasched.simulation.system.rectangles.model;

import io.metasched.simulation.kernel.Phase;

/**
 * Event of a request at one instant.
 *
 * @param kind kind of the event
 * @param at index of the request in the order of arrival
 */
public record RectanglesStep(Kind kind, int at) {

  /** Kinds of steps, in the order of execution within one instant. */
  public enum Kind {
    /** End of the job, early or not: the job is removed from the list. */
    END(Phase.COMPLETION),
    /** Return of elements by the job. */
    GIVE_BACK(Phase.GIVE_BACK),
    /** Cancellation of the reservation before its start. */
    CANCEL(Phase.WITHDRAWAL),
    /** Arrival of the request, which is answered immediately. */
    REQUEST(Phase.SUBMISSION);

    private final Phase phase;

    Kind(Phase phase) {
      this.phase = phase;
    }

    Phase phase() {
      return phase;
    }
  }
}
