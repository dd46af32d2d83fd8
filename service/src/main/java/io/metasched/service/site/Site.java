package io.metasched.service.site;

import java.time.Instant;

/** Resource manager of a site, as seen by the agent there. Calls block. Thread-safe. */
public interface Site {
  /** Returns a short name for log lines, such as {@code partition vo of Slurm}. */
  String description();

  /**
   * Reads the time that the site uses itself.
   *
   * @param now time of the snapshot
   * @param until end of the calendar, exclusive, after {@code now}
   * @return taken spans of all nodes for sale, by the site's names
   * @throws SiteException if the site gives no complete answer; nothing is then known about it
   */
  SiteCalendar calendar(Instant now, Instant until) throws SiteException;
}
