package io.metasched.resource.slots;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The distinct pairs of node and price among the slots of a table: what a slot is besides its span.
 *
 * <p>Slots of one offer never overlap, so at any tick at most one of them is usable. Offers are
 * numbered from 0 in the order of (node, price); the numbers stay when slots are taken away.
 * Immutable.
 */
public final class Offers {
  private record Key(int node, long priceMilli) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparingInt(Key::node).thenComparingLong(Key::priceMilli);

  private final List<Node> nodes;
  private final int[] nodeIds;
  private final int[] firstOffers;
  private final long[] prices;
  private final TreeMap<Key, Integer> numbers = new TreeMap<>(ORDER);

  /** The offers behind the slots. */
  public Offers(List<Slot> slots) {
    var nodeOf = new TreeMap<Key, Node>(ORDER);
    Slot before = null;
    for (var slot : slots) {
      if (before == null || !sameOffer(before, slot)) { // owners list their slots together
        nodeOf.put(new Key(slot.node().id(), slot.priceMilli()), slot.node());
      }
      before = slot;
    }
    nodes = new ArrayList<>(nodeOf.values());
    nodeIds = nodes.stream().mapToInt(Node::id).toArray();
    firstOffers = new int[nodeIds.length];
    for (int offer = 1; offer < nodeIds.length; offer++) {
      boolean sameNode = nodeIds[offer] == nodeIds[offer - 1];
      firstOffers[offer] = sameNode ? firstOffers[offer - 1] : offer;
    }
    prices = nodeOf.keySet().stream().mapToLong(Key::priceMilli).toArray();
    nodeOf.keySet().forEach(key -> numbers.put(key, numbers.size()));
  }

  static boolean sameOffer(Slot a, Slot b) {
    return a.node().id() == b.node().id() && a.priceMilli() == b.priceMilli();
  }

  public int size() {
    return prices.length;
  }

  int nodeId(int offer) {
    return nodeIds[offer];
  }

  /** The first offer of a node; the others follow it. Negative where there is none. */
  int firstOf(int node) {
    int found = Arrays.binarySearch(nodeIds, node);
    return found < 0 ? found : firstOffers[found];
  }

  /** The first offer of an offer's node. */
  int firstOfSameNode(int offer) {
    return firstOffers[offer];
  }

  public Node node(int offer) {
    return nodes.get(offer);
  }

  public long priceMilli(int offer) {
    return prices[offer];
  }

  /** The number of a slot's offer, or -1 where no such offer is known. */
  public int numberOf(Slot slot) {
    var number = numbers.get(new Key(slot.node().id(), slot.priceMilli()));
    return number == null ? -1 : number;
  }
}
