package io.metasched.simulation.translation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Processors that all systems have: sites of equal size with equal processors, each site with its
 * own price.
 *
 * @param processors processors per site, at least 1
 * @param pricesMilli price of each site, per processor and unit of time, in 1/1000 of money
 */
public record CommonSites(int processors, List<Long> pricesMilli) {
  private static final int WHOLE = 1000;

  /**
   * @throws IllegalArgumentException if there is no site or no processor, or if a price is negative
   */
  public CommonSites {
    pricesMilli = List.copyOf(pricesMilli);
    if (processors < 1 || pricesMilli.isEmpty() || pricesMilli.stream().anyMatch(p -> p < 0)) {
      throw new IllegalArgumentException(
          "allowed are sites of at least 1 processor with prices of at least 0, given were sites of"
              + " %d with prices %s".formatted(processors, pricesMilli));
    }
  }

  /**
   * Creates sites whose prices are spread evenly around 1 unit of money.
   *
   * @param count number of sites
   * @param spreadMilli distance of the lowest and the highest price from 1, in thousandths
   */
  public static CommonSites of(int count, int processors, int spreadMilli) {
    if (count == 1) {
      return new CommonSites(processors, Collections.singletonList((long) WHOLE));
    }
    var prices = new ArrayList<Long>();
    for (int site = 0; site < count; site++) {
      prices.add(WHOLE - spreadMilli + 2L * spreadMilli * site / (count - 1));
    }
    return new CommonSites(processors, prices);
  }

  public int count() {
    return pricesMilli.size();
  }

  /** Returns the number of processors of all sites. */
  public int total() {
    return Math.multiplyExact(count(), processors);
  }

  /** Returns the site of a processor; processors are numbered site by site. */
  public int siteOf(int processor) {
    return processor / processors;
  }

  /** Returns a list of zeros, one per site, to be incremented. */
  public List<Integer> none() {
    return new ArrayList<>(Collections.nCopies(count(), 0));
  }

  /** Returns the mean price of a processor, in 1/1000 of money per unit of time. */
  double meanPriceMilli() {
    return pricesMilli.stream().mapToLong(price -> price).average().orElseThrow();
  }
}
