package io.metasched.service.book;

/**
 * Demands of a job on the sites of its nodes that have their own resource manager.
 *
 * @param acceptsAdvised whether the job may get windows that a site does not reserve
 * @param leastKeptPercent least share of its confirmed windows that a site must have kept, 0 to 100
 */
public record SiteDemand(boolean acceptsAdvised, int leastKeptPercent) {
  /** Demand of a job that says nothing about sites. */
  public static final SiteDemand USUAL = new SiteDemand(false, 0);

  /**
   * @throws IllegalArgumentException if the share is out of its range
   */
  public SiteDemand {
    if (leastKeptPercent < 0 || leastKeptPercent > 100) {
      throw new IllegalArgumentException(
          "a share is 0 to 100 percent, given was %d".formatted(leastKeptPercent));
    }
  }
}
