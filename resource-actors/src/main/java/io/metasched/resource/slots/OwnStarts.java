package io.metasched.resource.slots;

import java.util.Arrays;

/**
 * When the slots of each offer start: with that the few of one node are found among all.
 *
 * <p>The starts of an offer are never changed but replaced, so that copies share them. Confined to
 * one thread. A question costs O(log s) for the s slots of an offer, a change O(s), a copy one
 * reference for each offer.
 */
final class OwnStarts {
  private final long[][] byOffer; // ascending

  private OwnStarts(long[][] byOffer) {
    this.byOffer = byOffer;
  }

  /** The starts of slots that are sorted by start. */
  static OwnStarts of(SlotRows rows, int offers) {
    var counts = new int[offers];
    for (int place = 0; place < rows.size(); place++) {
      counts[rows.offer(place)] += rows.isEmpty(place) ? 0 : 1;
    }
    var byOffer = new long[offers][];
    for (int offer = 0; offer < offers; offer++) {
      byOffer[offer] = new long[counts[offer]];
      counts[offer] = 0;
    }
    for (int place = 0; place < rows.size(); place++) {
      if (!rows.isEmpty(place)) {
        int offer = rows.offer(place);
        byOffer[offer][counts[offer]++] = rows.start(place);
      }
    }
    return new OwnStarts(byOffer);
  }

  OwnStarts copy() {
    return new OwnStarts(byOffer.clone());
  }

  /** The last start of an offer at or before a tick, or -1. */
  long lastUpTo(int offer, long tick) {
    var starts = byOffer[offer];
    int found = Arrays.binarySearch(starts, tick);
    int at = found >= 0 ? found : -found - 2;
    return at >= 0 ? starts[at] : -1;
  }

  void add(int offer, long start) {
    var starts = byOffer[offer];
    int at = -Arrays.binarySearch(starts, start) - 1;
    var more = Arrays.copyOf(starts, starts.length + 1);
    System.arraycopy(starts, at, more, at + 1, starts.length - at);
    more[at] = start;
    byOffer[offer] = more;
  }

  void remove(int offer, long start) {
    var starts = byOffer[offer];
    int at = Arrays.binarySearch(starts, start);
    var fewer = Arrays.copyOf(starts, starts.length - 1);
    System.arraycopy(starts, at + 1, fewer, at, fewer.length - at);
    byOffer[offer] = fewer;
  }
}
