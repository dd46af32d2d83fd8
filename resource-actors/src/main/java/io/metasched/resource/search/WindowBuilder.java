package io.metasched.resource.search;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;

/** Keeps the best window of a search as ranks, and makes a {@link Window} of it at the end. */
final class WindowBuilder {
  private final Offers offers;
  private final RankedOffers ranked;
  private int[] ranks = new int[0];
  private long start;

  WindowBuilder(Offers offers, RankedOffers ranked) {
    this.offers = offers;
    this.ranked = ranked;
  }

  void keep(long newStart, int[] newRanks) {
    start = newStart;
    ranks = newRanks.clone();
  }

  boolean isEmpty() {
    return ranks.length == 0;
  }

  Window build() {
    var parts = new ArrayList<Part>(ranks.length);
    for (int rank : ranks) {
      int offer = ranked.offerAt[rank];
      parts.add(Part.on(offers.node(offer), start, ranked.lengths[rank], offers.priceMilli(offer)));
    }
    return new Window(parts);
  }
}
