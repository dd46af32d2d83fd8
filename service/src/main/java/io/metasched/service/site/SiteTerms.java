package io.metasched.service.site;

import java.util.Objects;

/**
 * Terms under which a site sells the time of its nodes.
 *
 * @param agent id of the agent that books time with the site
 * @param description short name of the site, such as {@code partition vo of Slurm}
 * @param leadMillis time before each window in which the site prepares the part, in milliseconds;
 *     at least 0. The node must also be vacant in this time
 */
public record SiteTerms(String agent, String description, Promise promise, long leadMillis) {
  /** Promise of a site about the time of its nodes. */
  public enum Promise {
    /** The site sells nothing; only its calendar is read. */
    SHADOW,
    /** The site keeps each booked window. */
    FIRM,
    /** The site may use the time of a booked window itself until the window begins. */
    ADVISED;

    /** Returns whether time is sold. */
    public boolean sells() {
      return this != SHADOW;
    }
  }

  /**
   * @throws IllegalArgumentException if the lead is below 0
   */
  public SiteTerms {
    Objects.requireNonNull(agent); // a message may lack any field
    Objects.requireNonNull(description);
    Objects.requireNonNull(promise);
    if (leadMillis < 0) {
      throw new IllegalArgumentException("a lead is at least 0, given was " + leadMillis);
    }
  }
}
