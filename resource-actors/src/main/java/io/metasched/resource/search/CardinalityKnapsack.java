package io.metasched.resource.search;

import java.util.Arrays;

/**
 * Branch-and-bound choice of exactly m of the live offers with the cost within a limit S: least
 * total weight, then least cost, then the lexicographically least list of node ids.
 *
 * <p>The bound is Lagrangian: for any multiplier u >= 0, no choice weighs less than the sum of the
 * m least values of weight + u x cost, minus u x S. Offers that m others undercut in weight and
 * (cost, node) are dropped. The remaining offers form groups of equal weight. A best choice always
 * takes the cheapest offers of a group, so the algorithm branches over the count per group.
 * Multipliers are doubles, but they affect only the bound, which is rounded to the safe side:
 * weights and costs are compared as integers.
 */
final class CardinalityKnapsack {
  private static final int BISECTIONS = 30;
  private static final long TABLE_LIMIT = 4_000_000;

  private final RankedOffers ranked;
  private final long[] weights;
  private final int[] nodeIds;
  private final int count;
  private final long limit;
  private final double multiplierOverAll;
  private final long boundOverAll;
  private long stepsLeft;
  private boolean proven = true;

  private final int[] chosen;
  private long chosenWeight;
  private long chosenCost;
  private boolean found;

  // one search at one start
  private int[] items = new int[0]; // ranks, by (weight, rank)
  private int[] groupStart = new int[0];
  private int groups;
  private double multiplier;
  private double[] leastReduced =
      new double[0]; // [group][k]: k least reduced costs from that group on
  private long[] leastCost = new long[0];
  private final int[] path;

  /**
   * Creates a knapsack of the first ranks.
   *
   * @param weights weights by rank, one for each candidate, at least {@code count}
   * @param nodeIds node ids by rank, also one for each candidate
   */
  CardinalityKnapsack(
      RankedOffers ranked, long[] weights, int[] nodeIds, int count, long limit, long stepLimit) {
    this.ranked = ranked;
    this.weights = weights;
    this.nodeIds = nodeIds;
    this.count = count;
    this.limit = limit;
    stepsLeft = stepLimit;
    chosen = new int[count];
    path = new int[count];
    var all = new int[weights.length];
    Arrays.setAll(all, rank -> rank);
    chosenWeight = Long.MAX_VALUE;
    multiplierOverAll = bestMultiplier(all, all.length);
    boundOverAll = bound(all, all.length, multiplierOverAll);
    found = false;
    chosenWeight = Long.MAX_VALUE;
  }

  /** Returns the sum of the {@code k} least weights of all offers. */
  long leastWeight(int k) {
    var sorted = weights.clone();
    Arrays.sort(sorted);
    long sum = 0;
    for (int i = 0; i < Math.min(k, sorted.length); i++) {
      sum += sorted[i];
    }
    return sum;
  }

  /** Returns a lower bound of the weight of any choice if all offers were usable at once. */
  long boundOverAll() {
    return boundOverAll;
  }

  /**
   * Searches for the best choice among the first {@code size} of {@code liveRanks} (ascending) that
   * weighs less than {@code toBeat}. Returns whether there is such a choice; if so, {@link
   * #chosen()} returns it.
   */
  boolean improves(int[] liveRanks, int size, long toBeat) {
    if (size < count || bound(liveRanks, size, multiplierOverAll) >= toBeat) {
      return false;
    }
    found = false;
    chosenWeight = toBeat;
    chosenCost = 0; // an earlier start with equal weight wins, whatever the costs
    int kept = dropUndercut(liveRanks, size);
    if (!tryCheapest()) {
      return false;
    }
    multiplier = bestMultiplier(items, kept);
    if (!found && bound(items, kept, multiplier) >= chosenWeight) {
      return false;
    }
    group(kept);
    branch(0, count, 0, 0);
    return found;
  }

  int[] chosen() {
    return chosen;
  }

  long chosenWeight() {
    return chosenWeight;
  }

  boolean isProven() {
    return proven;
  }

  /**
   * Stores in {@code items} the ranks whose weight fewer than m lower ranks equal or undercut;
   * returns the number of these ranks.
   */
  private int dropUndercut(int[] liveRanks, int size) {
    items = new int[size];
    var least = new long[count]; // the m least weights so far, ascending
    int filled = 0;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      long weight = weights[liveRanks[i]];
      if (filled == count && least[count - 1] <= weight) {
        continue;
      }
      insert(least, filled, weight);
      filled = Math.min(count, filled + 1);
      items[kept++] = liveRanks[i];
    }
    return kept;
  }

  /** Takes the m cheapest offers as the first choice to improve, if they are within the limit. */
  private boolean tryCheapest() {
    System.arraycopy(items, 0, path, 0, count);
    long weight = 0;
    long cost = 0;
    for (int rank : path) {
      weight += weights[rank];
      cost += ranked.costs[rank];
    }
    if (cost > limit) {
      return false;
    }
    offer(weight, cost);
    return true;
  }

  /** Stores {@code path} if it is the best choice so far. */
  private void offer(long weight, long cost) {
    boolean better =
        weight < chosenWeight
            || (found
                && weight == chosenWeight
                && (cost < chosenCost || (cost == chosenCost && hasLesserNodes())));
    if (better) {
      System.arraycopy(path, 0, chosen, 0, count);
      chosenWeight = weight;
      chosenCost = cost;
      found = true;
    }
  }

  private boolean hasLesserNodes() {
    return Arrays.compare(sortedNodes(path), sortedNodes(chosen)) < 0;
  }

  private int[] sortedNodes(int[] ranks) {
    return Arrays.stream(ranks).map(rank -> nodeIds[rank]).sorted().toArray();
  }

  /**
   * Returns the multiplier with approximately the greatest bound. Stores choices found meanwhile if
   * they are better than the best so far.
   */
  private double bestMultiplier(int[] ranks, int size) {
    if (takeLeastReduced(ranks, size, 0) <= limit) {
      return 0;
    }
    double low = 0;
    double high = 1e-6;
    while (takeLeastReduced(ranks, size, high) > limit && high < 1e12) {
      low = high;
      high *= 4;
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (takeLeastReduced(ranks, size, middle) > limit) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * Stores the m offers with the least weight + u x cost in {@code path}; returns their total cost.
   */
  private long takeLeastReduced(int[] ranks, int size, double u) {
    var least = new double[count];
    int filled = 0;
    for (int i = 0; i < size; i++) {
      double reduced = weights[ranks[i]] + u * ranked.costs[ranks[i]];
      if (filled == count && least[count - 1] <= reduced) {
        continue;
      }
      int at = filled < count ? filled++ : count - 1;
      while (at > 0 && least[at - 1] > reduced) {
        least[at] = least[at - 1];
        path[at] = path[at - 1];
        at--;
      }
      least[at] = reduced;
      path[at] = ranks[i];
    }
    long cost = 0;
    long weight = 0;
    for (int rank : path) {
      cost += ranked.costs[rank];
      weight += weights[rank];
    }
    if (cost <= limit) {
      offer(weight, cost);
    }
    return cost;
  }

  private long bound(int[] ranks, int size, double u) {
    var least = new double[count];
    int filled = 0;
    for (int i = 0; i < size; i++) {
      insert(least, filled, weights[ranks[i]] + u * ranked.costs[ranks[i]]);
      filled = Math.min(count, filled + 1);
    }
    double sum = 0;
    for (double value : least) {
      sum += value;
    }
    return safeBound(sum, u * limit);
  }

  /**
   * Returns {@code sum - part}, reduced slightly to allow for rounding errors, rounded up to an
   * integer.
   */
  private static long safeBound(double sum, double part) {
    double slack = 1e-6 + 1e-10 * (Math.abs(sum) + Math.abs(part));
    return (long) Math.ceil(sum - part - slack);
  }

  /** Sorts the items into groups of equal weight and tabulates the bounds from each group on. */
  private void group(int kept) {
    var order = new Integer[kept];
    for (int i = 0; i < kept; i++) {
      order[i] = items[i];
    }
    Arrays.sort(order, (a, b) -> Long.compare(weights[a], weights[b])); // stable: ranks stay sorted
    groupStart = new int[kept + 1];
    groups = 0;
    for (int i = 0; i < kept; i++) {
      items[i] = order[i];
      if (i == 0 || weights[items[i]] != weights[items[i - 1]]) {
        groupStart[groups++] = i;
      }
    }
    groupStart[groups] = kept;
    if ((long) groups * (count + 1) > TABLE_LIMIT) {
      proven = false;
      groups = 0;
      return;
    }
    tabulate();
  }

  private void tabulate() {
    leastReduced = new double[(groups + 1) * (count + 1)];
    leastCost = new long[(groups + 1) * (count + 1)];
    var reduced = new double[count];
    var costs = new long[count];
    int filled = 0;
    for (int g = groups; g >= 0; g--) {
      for (int i = g == groups ? 0 : groupStart[g];
          g < groups && i < Math.min(groupStart[g + 1], groupStart[g] + count);
          i++) {
        long cost = ranked.costs[items[i]];
        insert(reduced, filled, weights[items[i]] + multiplier * cost);
        insert(costs, filled, cost);
        filled = Math.min(count, filled + 1);
      }
      int row = g * (count + 1);
      for (int k = 1; k <= count; k++) {
        boolean enough = k <= filled;
        leastReduced[row + k] = enough ? leastReduced[row + k - 1] + reduced[k - 1] : 1e300;
        leastCost[row + k] = enough ? leastCost[row + k - 1] + costs[k - 1] : Long.MAX_VALUE;
      }
    }
  }

  private static void insert(double[] sorted, int filled, double value) {
    int at = Math.min(filled, sorted.length - 1);
    if (filled == sorted.length && sorted[at] <= value) {
      return;
    }
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      at--;
    }
    sorted[at] = value;
  }

  private static void insert(long[] sorted, int filled, long value) {
    int at = Math.min(filled, sorted.length - 1);
    if (filled == sorted.length && sorted[at] <= value) {
      return;
    }
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      at--;
    }
    sorted[at] = value;
  }

  /** Chooses {@code k} more items from group {@code from} on. */
  private void branch(int from, int k, long weight, long cost) {
    for (int g = from; g < groups && !cannotImprove(g, k, weight, cost); g++) {
      int most = Math.min(k, groupStart[g + 1] - groupStart[g]);
      for (int take = most; take >= 1; take--) {
        if (stepsLeft-- <= 0) {
          proven = false;
          return;
        }
        long newWeight = weight;
        long newCost = cost;
        for (int i = 0; i < take; i++) {
          int rank = items[groupStart[g] + i];
          path[count - k + i] = rank;
          newWeight += weights[rank];
          newCost += ranked.costs[rank];
        }
        if (newCost > limit) {
          continue;
        }
        if (take == k) {
          offer(newWeight, newCost);
        } else {
          branch(g + 1, k - take, newWeight, newCost);
        }
      }
    }
  }

  /**
   * Returns whether no choice of {@code k} more items from group {@code g} on is better than the
   * best.
   */
  private boolean cannotImprove(int g, int k, long weight, long cost) {
    int at = g * (count + 1) + k;
    if (leastCost[at] > limit - cost) {
      return true;
    }
    long bound = safeBound(weight + leastReduced[at], multiplier * ((double) limit - cost));
    return bound > chosenWeight
        || (bound == chosenWeight && (!found || cost + leastCost[at] > chosenCost));
  }
}
