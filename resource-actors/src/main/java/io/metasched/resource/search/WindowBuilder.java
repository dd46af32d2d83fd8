package io.metasched.resource.search;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.Arrays;

/** Keeps the best window of a search as ranks, and makes a {@link Window} of it at the end. */
final class WindowBuilder {
  private int nodes;
  private int[] ranks = new int[0];
  private long start;
  private boolean empty = true;

  /** Forgets what was kept. */
  void begin(int count) {
    nodes = count;
    empty = true;
    if (ranks.length < nodes) {
      ranks = new int[nodes];
    }
  }

  /** Keeps a window instead of what was kept; its ranks ascend. */
  void keep(long newStart, int[] newRanks) {
    start = newStart;
    System.arraycopy(newRanks, 0, ranks, 0, nodes);
    empty = false;
  }

  /** Whether a window is kept that starts at the tick. */
  boolean isAt(long tick) {
    return !empty && start == tick;
  }

  boolean isEmpty() {
    return empty;
  }

  /** Rank of the dearest part that is kept. */
  int dearest() {
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
