package io.metasched.service.site;

import java.time.Clock;
import java.time.Instant;

/** Resource manager of a site, as seen by the site's agent. Calls block. Thread-safe. */
public interface Site {
  /** Returns a short name for log lines, such as {@code partition vo of Slurm}. */
  String description();

  /**
   * Reads the time that the site uses for itself.
   *
   * @param now time of the snapshot
   * @param until end of the calendar, exclusive, after {@code now}
   * @return taken spans of each node for sale, by the node's name at the site
   * @throws SiteException if the site gives no complete answer, so that nothing is known about the
   *     site's time
   */
  SiteCalendar calendar(Instant now, Instant until) throws SiteException;

  /**
   * Returns the booking of the site's time.
   *
   * @param clock clock of the site
   */
  SiteHolds holds(Clock clock);
}
