package io.metasched.service.book;

import java.time.Instant;
import java.util.List;

/**
 * Sale policy of a node, set by its owner.
 *
 * @param node name of the node
 * @param priceMilli price per second if no tariff applies, in 1/1000
 * @param tariffs other prices at other times; the first tariff that applies is used
 * @param leastLeadMillis least time between the sale and the start of a window, in milliseconds
 * @param forSale whether any time is for sale
 * @param saleTimes times for which windows are sold; empty for all times
 */
public record NodePolicy(
    String node,
    long priceMilli,
    List<Tariff> tariffs,
    long leastLeadMillis,
    boolean forSale,
    List<WeekTimes> saleTimes) {

  /** Price per second during certain times, in 1/1000. */
  public record Tariff(WeekTimes when, long priceMilli) {}

  public NodePolicy {
    tariffs = List.copyOf(tariffs);
    saleTimes = List.copyOf(saleTimes);
  }

  /** Creates a policy that sells all time of a node at one price. */
  public static NodePolicy simple(String node, long priceMilli) {
    return new NodePolicy(node, priceMilli, List.of(), 0, true, List.of());
  }

  /** Returns the lowest price at any time, in 1/1000 per second. */
  public long leastPriceMilli() {
    long least = priceMilli;
    for (var tariff : tariffs) {
      least = Math.min(least, tariff.priceMilli());
    }
    return least;
  }

  /** Returns the price at a time, in 1/1000 per second. */
  public long priceAt(Instant at) {
    for (var tariff : tariffs) {
      if (tariff.when().holds(at)) {
        return tariff.priceMilli();
      }
    }
    return priceMilli;
  }

  /** Returns whether windows are sold at a time. */
  public boolean isForSaleAt(Instant at) {
    return forSale && (saleTimes.isEmpty() || saleTimes.stream().anyMatch(when -> when.holds(at)));
  }
}
