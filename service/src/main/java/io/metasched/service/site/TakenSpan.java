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
    LOCAL_JOB("a job of the site, until its time limit plus `margin`"),
    PLANNED_JOB(
        "a waiting job of the site, in the span planned by its scheduler (`respect-pending`)"),
    RESERVATION("a reservation of the site"),
    MAINTENANCE("a reservation of the site for maintenance"),
    DRAINED("an administrator of the site has drained the node"),
    DOWN("the node or its partition is down or not for sale");

    private final String meaning;

    Reason(String meaning) {
      this.meaning = meaning;
    }

    public String meaning() {
      return meaning;
    }

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
