package io.metasched.service.book;

import java.time.Instant;
import java.util.List;

/**
 * What an owner sells of a node, and for how much.
 *
 * @param node its name
 * @param priceMilli price per second where no tariff holds, in 1/1000
 * @param tariffs other prices at other times; the first that holds counts
 * @param leastLeadMillis how long before its start time is sold at the latest
 * @param forSale whether anything is for sale
 * @param saleTimes when windows may lie; always where there are none
 */
public record NodePolicy(
    String node,
    long priceMilli,
    List<Tariff> tariffs,
    long leastLeadMillis,
    boolean forSale,
    List<WeekTimes> saleTimes) {

  /** A price at some times. */
  public record Tariff(WeekTimes when, long priceMilli) {}

  /** Copies the lists. */
  public NodePolicy {
    tariffs = List.copyOf(tariffs);
    saleTimes = List.copyOf(saleTimes);
  }

  /** All of a node, always, at one price. */
  public static NodePolicy simple(String node, long priceMilli) {
    return new NodePolicy(node, priceMilli, List.of(), 0, true, List.of());
  }

  /** The least price at any time. */
  public long leastPriceMilli() {
    long least = priceMilli;
    for (var tariff : tariffs) {
      least = Math.min(least, tariff.priceMilli());
    }
    return least;
  }

  /** The price at a time. */
  public long priceAt(Instant at) {
    for (var tariff : tariffs) {
      if (tariff.when().holds(at)) {
        return tariff.priceMilli();
      }
    }
    return priceMilli;
  }

  /** Whether a window may lie at a time. */
  public boolean isForSaleAt(Instant at) {
    return forSale && (saleTimes.isEmpty() || saleTimes.stream().anyMatch(when -> when.holds(at)));
  }
}
