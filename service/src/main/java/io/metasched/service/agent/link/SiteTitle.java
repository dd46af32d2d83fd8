package io.metasched.service.agent.link;

import io.metasched.service.site.SiteTerms;
import java.time.Duration;
import java.util.Objects;

/**
 * Description of the resource manager that owns the nodes of an agent.
 *
 * @param description short name of the site, such as {@code partition vo of Slurm}
 * @param promise whether the site sells time
 * @param leadMillis time before each window in which the site prepares a part, in milliseconds, 0
 *     to an hour
 */
public record SiteTitle(String description, SiteTerms.Promise promise, long leadMillis) {
  /** Longest time in which a site prepares a part. */
  public static final Duration LONGEST_LEAD = Duration.ofHours(1);

  private static final int LONGEST_DESCRIPTION = 1000;

  /**
   * @throws IllegalArgumentException for a lead out of its range, or a description that is too long
   */
  public SiteTitle {
    Objects.requireNonNull(description); // a message may lack any field
    Objects.requireNonNull(promise);
    if (leadMillis < 0
        || leadMillis > LONGEST_LEAD.toMillis()
        || description.length() > LONGEST_DESCRIPTION) {
      throw new IllegalArgumentException(
          "a lead is 0 ms to %d ms, given was %d".formatted(LONGEST_LEAD.toMillis(), leadMillis));
    }
  }

  /** Returns the terms of the site's nodes. */
  SiteTerms terms(String agent) {
    return new SiteTerms(agent, description, promise, leadMillis);
  }

  /** Returns whether the site sells time. */
  boolean sells() {
    return promise.sells();
  }
}
