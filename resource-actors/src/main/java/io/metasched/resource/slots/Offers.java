package io.metasched.resource.slots;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Distinct pairs of node and price among the slots of a table. A slot is an offer and a span.
 *
 * <p>Slots of one offer never overlap, so at most one of them is usable at any tick. Offers are
 * numbered from 0 in the order of (node, price); the numbers do not change when slots are removed.
 * Immutable.
 */
public final class Offers {
  private final Node[] nodes;
  private final int[] nodeIds;
  private final int[] firstOffers;
  private final long[] prices;
  private final int[] performances; // distinct, ascending
  private final int[] grades;

  /** Creates the offers of the slots. */
  public Offers(List<Slot> slots) {
    this(slots, new int[slots.size()]);
  }

  /**
   * Creates the offers of the slots and stores the offer of each slot.
   *
   * @param numbers receives the number of each slot's offer
   */
  Offers(List<Slot> slots, int[] numbers) {
    // owners list the slots of one offer one after the other; only the first of them is sorted
    var firsts = new Slot[slots.size()];
    int count = 0;
    int place = 0;
    for (var slot : slots) {
      if (count == 0 || !sameOffer(firsts[count - 1], slot)) {
        firsts[count++] = slot;
      }
      numbers[place++] = count - 1;
    }
    int[] order = byNodeAndPrice(firsts, count);
    var offerOf = new int[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      boolean isNew = i == 0 || !sameOffer(firsts[order[i - 1]], firsts[order[i]]);
      offerOf[order[i]] = isNew ? size++ : size - 1;
    }
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = offerOf[numbers[i]];
    }
    nodes = new Node[size];
    nodeIds = new int[size];
    firstOffers = new int[size];
    prices = new long[size];
    var performanceOf = new int[size];
    for (int i = 0; i < count; i++) {
      int offer = offerOf[i];
      nodes[offer] = firsts[i].node();
      nodeIds[offer] = nodes[offer].id();
      prices[offer] = firsts[i].priceMilli();
      performanceOf[offer] = nodes[offer].performance();
    }
    for (int offer = 0; offer < size; offer++) {
      boolean sameNode = offer > 0 && nodeIds[offer] == nodeIds[offer - 1];
      firstOffers[offer] = sameNode ? firstOffers[offer - 1] : offer;
    }
    performances = Arrays.stream(performanceOf).sorted().distinct().toArray();
    grades = performanceOf;
    for (int offer = 0; offer < size; offer++) {
      grades[offer] = Arrays.binarySearch(performances, performanceOf[offer]);
    }
  }

  /** Returns the indices of slots by node, sorted as numbers, then by price. */
  private static int[] byNodeAndPrice(Slot[] slots, int count) {
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, slots[i].node().id());
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    var keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (long) (slots[i].node().id() - least) << bits | i;
    }
    keys = DigitSort.sorted(keys, bits);
    var order = new int[count];
    int from = 0;
    for (int i = 0; i < count; i++) {
      order[i] = (int) (keys[i] & (1L << bits) - 1);
      if (slots[order[i]].node().id() != slots[order[from]].node().id()) {
        sortByPrice(slots, order, from, i);
        from = i;
      }
    }
    sortByPrice(slots, order, from, count);
    return order;
  }

  /**
   * Sorts indices of slots by price. They are mostly sorted, because a node has one price or
   * ascending prices.
   */
  private static void sortByPrice(Slot[] slots, int[] order, int from, int to) {
    boolean isSorted = true;
    for (int i = from + 1; i < to; i++) {
      isSorted &= slots[order[i - 1]].priceMilli() <= slots[order[i]].priceMilli();
    }
    if (!isSorted) {
      int[] sorted =
          Arrays.stream(order, from, to)
              .boxed()
              .sorted(Comparator.comparingLong(index -> slots[index].priceMilli()))
              .mapToInt(Integer::intValue)
              .toArray();
      System.arraycopy(sorted, 0, order, from, sorted.length);
    }
  }

  static boolean sameOffer(Slot a, Slot b) {
    return a.node().id() == b.node().id() && a.priceMilli() == b.priceMilli();
  }

  /** Returns the indices of the first {@code count} slots in the order of their offers. */
  int[] order(int[] offerOf, int count) {
    var at = new int[size() + 1];
    for (int i = 0; i < count; i++) {
      at[offerOf[i] + 1]++;
    }
    for (int offer = 0; offer < size(); offer++) {
      at[offer + 1] += at[offer];
    }
    var order = new int[count];
    for (int i = 0; i < count; i++) {
      order[at[offerOf[i]]++] = i;
    }
    return order;
  }

  public int size() {
    return prices.length;
  }

  int nodeId(int offer) {
    return nodeIds[offer];
  }

  /**
   * Returns the first offer of a node, followed by the node's other offers; negative if there is
   * none.
   */
  int firstOf(int node) {
    int found = Arrays.binarySearch(nodeIds, node);
    return found < 0 ? found : firstOffers[found];
  }

  /** Returns whether offer number {@code offer} exists and belongs to {@code node}. */
  boolean isOf(int offer, int node) {
    return offer >= 0 && offer < nodeIds.length && nodeIds[offer] == node;
  }

  /** Returns the first offer of the node of {@code offer}. */
  int firstOfSameNode(int offer) {
    return firstOffers[offer];
  }

  public Node node(int offer) {
    return nodes[offer];
  }

  public long priceMilli(int offer) {
    return prices[offer];
  }

  /** Returns the number of a slot's offer, or -1 if the offer is unknown. */
  public int numberOf(Slot slot) {
    int node = slot.node().id();
    int from = 0;
    int to = prices.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      boolean isBelow =
          nodeIds[middle] < node || (nodeIds[middle] == node && prices[middle] < slot.priceMilli());
      if (isBelow) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    boolean found =
        from < prices.length && nodeIds[from] == node && prices[from] == slot.priceMilli();
    return found ? from : -1;
  }

  /** Returns the number of different performances of the nodes. */
  public int gradeCount() {
    return performances.length;
  }

  /** Returns the performance of a grade. Performances are distinct and ascend with the grade. */
  public int performance(int grade) {
    return performances[grade];
  }

  /** Returns the grade of an offer's performance. */
  public int grade(int offer) {
    return grades[offer];
  }
}
