package io.metasched.simulation.system.rectangles;

import io.metasched.simulation.kernel.Phase;

/**
 * What happens at one instant to one request.
 *
 * @param kind what
 * @param at the position of the request in the order of arrival
 */
public record RectanglesStep(Kind kind, int at) {

  /** The kinds of steps, in the order of one instant. */
  public enum Kind {
    /** The job ends, early or not: the list forgets it. */
    END(Phase.COMPLETION),
    /** The job gives back elements. */
    GIVE_BACK(Phase.GIVE_BACK),
    /** The reservation is cancelled before its start. */
    CANCEL(Phase.WITHDRAWAL),
    /** The request arrives and gets its answer. */
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
