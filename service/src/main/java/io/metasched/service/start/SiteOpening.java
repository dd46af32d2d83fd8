package io.metasched.service.start;

import io.metasched.service.site.Site;

/** Selected resource manager of a site. */
@FunctionalInterface
public interface SiteOpening {
  /**
   * Returns the site as seen by one agent.
   *
   * @param prefix beginning of the names of the agent's own reservations and jobs
   */
  Site open(String prefix);
}
