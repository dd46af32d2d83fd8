package io.metasched.resource.search;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.DigitSort;
import io.metasched.resource.slots.Offers;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Offers that a request admits, ranked by (part cost, node). Searches identify an offer by its
 * rank.
 *
 * <p>Offers of equal part length form a class; classes are numbered by length. Immutable after it
 * is built. Cost: O(n log n) to build for n offers.
 */
public final class RankedOffers {
  /** Empty ranking. */
  static final RankedOffers NONE =
      new RankedOffers(new int[0], new int[0], new long[0], new int[0], new long[0], new long[0]);

  /** Memory of the ranks of one offer. */
  static final int BYTES_PER_OFFER = 3 * Integer.BYTES + Long.BYTES;

  private static final int MOST_MOVES = 8; // per number; with more, another sort is used
  private static final int MANY =
      4096; // number of offers from which the radix sort is faster than moves

  /** Rank of an offer, or -1 if the request does not admit it. */
  final int[] rankOf;

  final int[] offerAt;
  final long[] costs;
  final int[] classes;

  /** Length of each class, ascending. */
  final long[] classLengths;

  /** Length by grade of performance, admitted or not. */
  private final long[] gradeLengths;

  private final int size;

  private RankedOffers(
      int[] rankOf,
      int[] offerAt,
      long[] costs,
      int[] classes,
      long[] classLengths,
      long[] gradeLengths) {
    this.rankOf = rankOf;
    this.offerAt = offerAt;
    this.costs = costs;
    this.classes = classes;
    this.classLengths = classLengths;
    this.gradeLengths = gradeLengths;
    size = offerAt.length;
  }

  /**
   * Returns the offers that the request admits, each of which is within the request's limits on its
   * own.
   */
  public static RankedOffers of(Offers offers, WindowRequest request) {
    return of(offers, request, request.costLimitMilli(), null);
  }

  /**
   * Returns the offers that a request admits, with another limit on the cost of one part. Faster if
   * the ranks of another request are known.
   *
   * @param costLimit maximum cost of one part
   * @param before ranks of these offers, usually in nearly the same order; ignored if there are
   *     many
   */
  static RankedOffers of(
      Offers offers, WindowRequest request, long costLimit, @Nullable RankedOffers before) {
    int grades = offers.gradeCount();
    var requirements = request.requirements();
    boolean hasNoDemands = requirements.properties().isEmpty();
    var gradeLengths = new long[grades];
    var mostPrice = new long[grades]; // highest admitted price, tested without the node
    for (int grade = 0; grade < grades; grade++) {
      int performance = offers.performance(grade);
      gradeLengths[grade] = request.work().lengthTicks(performance, request.granularityTicks());
      boolean isFast = performance >= requirements.leastPerformance();
      mostPrice[grade] = isFast ? request.slotPriceLimitMilli() : Long.MIN_VALUE;
    }
    int count = offers.size();
    var costOf = new long[count];
    var admitted = new int[count];
    var isThere = new boolean[grades];
    int size = 0;
    int[] candidates = candidates(count, count < MANY ? before : null);
    for (int offer : candidates) {
      long price = offers.priceMilli(offer);
      int grade = offers.grade(offer);
      if (price > mostPrice[grade] || !(hasNoDemands || requirements.metBy(offers.node(offer)))) {
        continue;
      }
      costOf[offer] = Ticks.costOrMostMilli(price, gradeLengths[grade]);
      if (costOf[offer] <= costLimit && costOf[offer] < Long.MAX_VALUE) {
        admitted[size++] = offer;
        isThere[grade] = true;
      }
    }
    var classOfGrade = new int[grades];
    var classLengths = new long[grades];
    int classCount = 0;
    for (int grade = grades - 1; grade >= 0; grade--) { // from the fastest grade on
      if (isThere[grade]) {
        if (classCount == 0 || classLengths[classCount - 1] != gradeLengths[grade]) {
          classLengths[classCount++] = gradeLengths[grade];
        }
        classOfGrade[grade] = classCount - 1;
      }
    }
    var order = sortedByCost(Arrays.copyOf(admitted, size), costOf);
    var rankOf = new int[count];
    Arrays.fill(rankOf, -1);
    var costs = new long[size];
    var classes = new int[size];
    for (int rank = 0; rank < size; rank++) {
      int offer = order[rank];
      int grade = offers.grade(offer);
      rankOf[offer] = rank;
      costs[rank] = costOf[offer];
      classes[rank] = classOfGrade[grade];
    }
    return new RankedOffers(
        rankOf, order, costs, classes, Arrays.copyOf(classLengths, classCount), gradeLengths);
  }

  /** Returns all offers; the offers that {@code before} ranks are in the order of their ranks. */
  private static int[] candidates(int count, @Nullable RankedOffers before) {
    var candidates = new int[count];
    int ranked = 0;
    if (before != null) {
      ranked = before.size;
      System.arraycopy(before.offerAt, 0, candidates, 0, ranked);
    }
    for (int offer = 0; offer < count && ranked < count; offer++) {
      if (before == null || before.rankOf[offer] < 0) {
        candidates[ranked++] = offer;
      }
    }
    return candidates;
  }

  /**
   * Sorts offers by (cost, number). Numbers ascend with node ids, so offers of equal cost are in
   * the order of their nodes.
   */
  private static int[] sortedByCost(int[] offers, long[] costOf) {
    int bits = 64 - Long.numberOfLeadingZeros(costOf.length);
    var keys = new long[offers.length];
    for (int i = 0; i < offers.length; i++) {
      long cost = costOf[offers[i]];
      if (cost > Long.MAX_VALUE >> bits) { // no bits are left for the number
        return IntStream.of(offers)
            .boxed()
            .sorted((a, b) -> costOf[a] == costOf[b] ? a - b : Long.compare(costOf[a], costOf[b]))
            .mapToInt(Integer::intValue)
            .toArray();
      }
      keys[i] = cost << bits | offers[i];
    }
    if (costOf.length < MANY) {
      sort(keys);
    } else {
      keys = DigitSort.sorted(keys, bits);
    }
    long mask = (1L << bits) - 1;
    for (int i = 0; i < keys.length; i++) {
      offers[i] = (int) (keys[i] & mask);
    }
    return offers;
  }

  /** Sorts by insertion as long as the keys are nearly sorted; otherwise with a general sort. */
  private static void sort(long[] keys) {
    long moves = (long) MOST_MOVES * keys.length;
    for (int i = 1; i < keys.length && moves >= 0; i++) {
      long key = keys[i];
      int at = i;
      while (at > 0 && keys[at - 1] > key) {
        keys[at] = keys[at - 1];
        at--;
      }
      keys[at] = key;
      moves -= i - at;
    }
    if (moves < 0) {
      Arrays.sort(keys);
    }
  }

  /** Returns the number of admitted offers. */
  public int size() {
    return size;
  }

  /** Returns the rank of an offer, or -1 if the request does not admit it. */
  public int rankOf(int offer) {
    return rankOf[offer];
  }

  /** Returns the number of the offer with a rank. */
  public int offerAt(int rank) {
    return offerAt[rank];
  }

  /** Returns the ticks of a part on the offer with a rank. */
  public long length(int rank) {
    return classLengths[classes[rank]];
  }

  /** Returns the ticks of a part on a node whose performance has the given grade. */
  long lengthOfGrade(int grade) {
    return gradeLengths[grade];
  }

  /** Returns the cost of a part on the offer with a rank; the cost ascends with the rank. */
  public long costMilli(int rank) {
    return costs[rank];
  }

  /** Returns the number of the class of equal lengths; the shortest class is 0. */
  public int lengthClass(int rank) {
    return classes[rank];
  }

  /** Returns the number of classes of equal lengths. */
  public int classCount() {
    return classLengths.length;
  }

  /**
   * Returns the number of the first {@code end} ranks whose parts cost at most {@code costLimit}.
   */
  int countWithin(long costLimit, int end) {
    int from = 0;
    int to = end;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (costs[middle] <= costLimit) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /**
   * Returns the lowest cost of {@code count} parts if the first {@code end} ranks were usable at
   * once.
   */
  long floorCost(int count, int end) {
    long sum = 0;
    for (int rank = 0; rank < Math.min(count, end); rank++) {
      sum += costs[rank];
    }
    return sum;
  }

  /**
   * Returns the first class up to which {@code nodes} offers cost at most {@code costLimit} if the
   * first {@code end} ranks were usable at once; no window of these offers is shorter. Returns the
   * number of classes if there is no such class.
   */
  int leastClass(int nodes, long costLimit, int end) {
    for (int c = 0; c < classLengths.length; c++) {
      int count = 0;
      long sum = 0;
      for (int rank = 0; rank < end && count < nodes; rank++) {
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
