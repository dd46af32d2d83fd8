package io.metasched.resource.search;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.Offers;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The offers that a request admits, ranked by (part cost, node): the rank is the number by which a
 * search knows an offer.
 *
 * <p>Offers of equal part length form a class; classes are numbered by length. Immutable once
 * built; O(n log n) to build for n offers.
 */
public final class RankedOffers {
  /** Rank of an offer, or -1 where the request does not admit it. */
  final int[] rankOf;

  final int[] offerAt;
  final long[] costs;
  final long[] lengths;
  final int[] classes;

  /** Length of each class, ascending. */
  final long[] classLengths;

  private final int size;

  private RankedOffers(int[] rankOf, int[] offerAt, long[] costs, long[] lengths) {
    this.rankOf = rankOf;
    this.offerAt = offerAt;
    this.costs = costs;
    this.lengths = lengths;
    size = offerAt.length;
    classLengths = distinct(lengths);
    classes = new int[size];
    for (int rank = 0; rank < size; rank++) {
      classes[rank] = Arrays.binarySearch(classLengths, lengths[rank]);
    }
  }

  private static long[] distinct(long[] values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (long value : sorted) {
      if (count == 0 || value != sorted[count - 1]) {
        sorted[count++] = value;
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  /** The offers that the request admits, each of which alone is within its limits. */
  public static RankedOffers of(Offers offers, WindowRequest request) {
    int count = offers.size();
    var lengthOf = new long[count];
    var costOf = new long[count];
    var admitted = new int[count];
    int size = 0;
    for (int offer = 0; offer < count; offer++) {
      var node = offers.node(offer);
      long price = offers.priceMilli(offer);
      if (!request.admits(node, price)) {
        continue;
      }
      lengthOf[offer] = request.lengthTicks(node);
      costOf[offer] = Ticks.costMilli(price, lengthOf[offer]);
      if (costOf[offer] <= request.costLimitMilli()) {
        admitted[size++] = offer;
      }
    }
    var order = sortedByCost(Arrays.copyOf(admitted, size), costOf);
    var rankOf = new int[count];
    Arrays.fill(rankOf, -1);
    var costs = new long[size];
    var lengths = new long[size];
    for (int rank = 0; rank < size; rank++) {
      rankOf[order[rank]] = rank;
      costs[rank] = costOf[order[rank]];
      lengths[rank] = lengthOf[order[rank]];
    }
    return new RankedOffers(rankOf, order, costs, lengths);
  }

  /** Sorts offers by (cost, number); numbers go up with node ids, so they break ties by node. */
  private static int[] sortedByCost(int[] offers, long[] costOf) {
    int bits = 64 - Long.numberOfLeadingZeros(costOf.length);
    var keys = new long[offers.length];
    for (int i = 0; i < offers.length; i++) {
      long cost = costOf[offers[i]];
      if (cost > Long.MAX_VALUE >> bits) { // does not fit beside the number
        return IntStream.of(offers)
            .boxed()
            .sorted((a, b) -> Long.compare(costOf[a], costOf[b])) // stable
            .mapToInt(Integer::intValue)
            .toArray();
      }
      keys[i] = cost << bits | offers[i];
    }
    Arrays.sort(keys);
    long mask = (1L << bits) - 1;
    for (int i = 0; i < keys.length; i++) {
      offers[i] = (int) (keys[i] & mask);
    }
    return offers;
  }

  /** How many offers are admitted. */
  public int size() {
    return size;
  }

  /** Rank of an offer, or -1 where the request does not admit it. */
  public int rankOf(int offer) {
    return rankOf[offer];
  }

  /** Number of the offer of that rank. */
  public int offerAt(int rank) {
    return offerAt[rank];
  }

  /** Ticks of a part on the offer of that rank. */
  public long length(int rank) {
    return lengths[rank];
  }

  /** Cost of a part on the offer of that rank, which rises with it. */
  public long costMilli(int rank) {
    return costs[rank];
  }

  /** Number of the class of equal lengths, from the shortest on. */
  public int lengthClass(int rank) {
    return classes[rank];
  }

  /** How many classes of equal lengths there are. */
  public int classCount() {
    return classLengths.length;
  }

  /** Least cost of {@code count} parts if every admitted offer were usable at once. */
  long floorCost(int count) {
    long sum = 0;
    for (int rank = 0; rank < Math.min(count, size); rank++) {
      sum += costs[rank];
    }
    return sum;
  }

  /**
   * The first class up to which {@code nodes} offers cost at most the limit if all were usable at
   * once: no window is shorter. The number of classes where there is none.
   */
  int leastClass(int nodes, long costLimit) {
    for (int c = 0; c < classLengths.length; c++) {
      int count = 0;
      long sum = 0;
      for (int rank = 0; rank < size && count < nodes; rank++) {
        if (classes[rank] <= c) {
          count++;
          sum += costs[rank];
        }
      }
      if (count == nodes && sum <= costLimit) {
        return c;
      }
    }
    return classLengths.length;
  }
}
