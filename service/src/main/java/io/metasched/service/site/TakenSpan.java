package io.metasched.service.site;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/**
 * Time of a node that cannot be sold because its site has taken the time.
 *
 * @param start first instant
 * @param end end, exclusive; after {@code start}
 * @param detail name or text given by the site, such as the name of a reservation; may be empty
 */
public record TakenSpan(Instant start, Instant end, Reason reason, String detail) {
  /** Reason why a site takes time. */
  public enum Reason {
    /** A job of the site, until its time limit plus a margin for its termination. */
    LOCAL_JOB,
    /** A waiting job of the site, in the span planned by the site's scheduler. */
    PLANNED_JOB,
    /** A reservation of the site. */
    RESERVATION,
    /** A reservation of the site for maintenance. */
    MAINTENANCE,
    /** The node was drained by an administrator. */
    DRAINED,
    /** The node or its partition is down, for an unknown time. */
    DOWN;

    /** Returns the reason as text, such as {@code local-job}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * @throws IllegalArgumentException if the end is not after the start
   */
  public TakenSpan {
    Objects.requireNonNull(reason); // a message may lack any field
    Objects.requireNonNull(detail);
    if (!end.isAfter(start)) {
      throw new IllegalArgumentException(
          "a span must end after %s, given was %s".formatted(start, end));
    }
  }
}
