package io.metasched.service.site;

import java.time.Instant;

/**
 * Time of a node that its site has taken, so that it cannot be sold.
 *
 * @param start first instant
 * @param end end, exclusive; after {@code start}
 * @param detail name or words of the site, such as the name of a reservation; may be empty
 */
public record TakenSpan(Instant start, Instant end, Reason reason, String detail) {
  /** Reason of a site. */
  public enum Reason {
    /** A job of the site, until its time limit and some time for its end. */
    LOCAL_JOB,
    /** A waiting job of the site, in the time that its scheduler plans for it. */
    PLANNED_JOB,
    /** A reservation of the site. */
    RESERVATION,
    /** A reservation of the site for maintenance. */
    MAINTENANCE,
    /** An administrator has taken the node out of use. */
    DRAINED,
    /** The node or its partition does not work, for an unknown time. */
    DOWN
  }

  /**
   * @throws IllegalArgumentException if the end is not after the start
   */
  public TakenSpan {
    if (!end.isAfter(start)) {
      throw new IllegalArgumentException(
          "a span must end after %s, given was %s".formatted(start, end));
    }
  }
}
