package io.metasched.simulation.translation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The processors that all systems have: sites of equal size with equal processors, each site with a
 * price of its own.
 *
 * @param processors of each site, at least 1
 * @param pricesMilli of each site, per processor and unit of time, in 1/1000 of money
 */
public record CommonSites(int processors, List<Long> pricesMilli) {
  private static final int WHOLE = 1000;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException without a site or a processor, or for a price below 0
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
   * Sites whose prices lie evenly around 1 unit of money.
   *
   * @param count how many sites
   * @param spreadMilli how far the cheapest and the dearest are from 1, in thousandths
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

  /** How many sites there are. */
  public int count() {
    return pricesMilli.size();
  }

  /** The processors of all sites. */
  public int total() {
    return Math.multiplyExact(count(), processors);
  }

  /** The site of a processor, which are numbered site by site. */
  public int siteOf(int processor) {
    return processor / processors;
  }

  /** No processors of any site, to be counted up. */
  public List<Integer> none() {
    return new ArrayList<>(Collections.nCopies(count(), 0));
  }

  /** What a processor costs on average, in 1/1000 of money per unit of time. */
  double meanPriceMilli() {
    return pricesMilli.stream().mapToLong(price -> price).average().orElseThrow();
  }
}
