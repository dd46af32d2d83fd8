package io.metasched.resource.search;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.Arrays;

/** Best window of a search, kept as ranks, from which a {@link Window} is built at the end. */
final class WindowBuilder {
  private int nodes;
  private int[] ranks = new int[0];
  private long start;
  private boolean empty = true;

  /** Drops the kept window. */
  void begin(int count) {
    nodes = count;
    empty = true;
    if (ranks.length < nodes) {
      ranks = new int[nodes];
    }
  }

  /** Replaces the kept window; the ranks must ascend. */
  void keep(long newStart, int[] newRanks) {
    start = newStart;
    System.arraycopy(newRanks, 0, ranks, 0, nodes);
    empty = false;
  }

  /** Returns whether a kept window starts at {@code tick}. */
  boolean isAt(long tick) {
    return !empty && start == tick;
  }

  boolean isEmpty() {
    return empty;
  }

  /** Returns the rank of the most expensive part. */
  int mostExpensive() {
    return ranks[nodes - 1];
  }

  Window build(Offers offers, RankedOffers ranked) {
    var byNode = new int[nodes]; // offers are numbered by node
    for (int i = 0; i < nodes; i++) {
      byNode[i] = ranked.offerAt[ranks[i]];
    }
    Arrays.sort(byNode);
    var parts = new ArrayList<Part>(nodes);
    for (int offer : byNode) {
      long length = ranked.length(ranked.rankOf[offer]);
      parts.add(Part.on(offers.node(offer), start, length, offers.priceMilli(offer)));
    }
    return new Window(parts);
  }
}
