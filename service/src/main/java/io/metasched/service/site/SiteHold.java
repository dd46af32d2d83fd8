package io.metasched.service.site;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * Time of a node that its site keeps for one part of a job. The times are whole seconds.
 *
 * @param name unique name: job, attempt and part, at the site after a prefix of the agent.
 *     Repeating a hold changes nothing
 * @param node name of the node at the site
 * @param end end, exclusive; after {@code start}
 */
public record SiteHold(String name, String node, Instant start, Instant end) {
  /**
   * Shortest hold for a window. Resource managers limit jobs in minutes, and start no job whose
   * limit exceeds its hold.
   */
  public static final Duration SHORTEST = Duration.ofMinutes(1);

  /**
   * @throws IllegalArgumentException if the end is not after the start, or a time has a fraction of
   *     a second
   */
  public SiteHold {
    Objects.requireNonNull(name); // a message may lack any field
    Objects.requireNonNull(node);
    if (!isWhole(start) || !isWhole(end) || !end.isAfter(start)) {
      throw new IllegalArgumentException(
          "%s: a hold has whole seconds and ends after its start, given was %s to %s"
              .formatted(name, start, end));
    }
  }

  private static boolean isWhole(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).equals(instant);
  }

  /**
   * Returns the hold for a window, extended to whole seconds and to at least {@link #SHORTEST}.
   *
   * @param lead time before the window in which the site prepares the part
   */
  public static SiteHold of(String name, String node, Instant start, Instant end, Duration lead) {
    var from = start.minus(lead).truncatedTo(ChronoUnit.SECONDS);
    var until = end.plusSeconds(1).minusNanos(1).truncatedTo(ChronoUnit.SECONDS);
    var least = from.plus(SHORTEST);
    return new SiteHold(name, node, from, until.isBefore(least) ? least : until);
  }

  /** Returns whether this hold shares time with a span. */
  public boolean overlaps(Instant from, Instant until) {
    return start.isBefore(until) && from.isBefore(end);
  }
}
