package io.metasched.resource.slots;

import java.util.Arrays;

/**
 * Starts and ends of the slots of each offer, by which the few slots of one node are found quickly.
 *
 * <p>The spans of an offer are replaced and never changed, so that copies share them. Confined to
 * one thread. A query costs O(log s) for the s slots of an offer, a change O(s), and a copy one
 * reference for each offer.
 */
final class NodeSpans {
  private final long[][] byOffer; // starts and ends alternately, ascending
  private final VacantPeriods periods;

  private NodeSpans(long[][] byOffer, VacantPeriods periods) {
    this.byOffer = byOffer;
    this.periods = periods;
  }

  /** Creates the spans of slots that are sorted by start. */
  static NodeSpans of(SlotRows rows, int offers) {
    var counts = new int[offers];
    long end = 0;
    for (int place = 0; place < rows.size(); place++) {
      counts[rows.offer(place)] += rows.isEmpty(place) ? 0 : 1;
      end = Math.max(end, rows.end(place));
    }
    var periods = new VacantPeriods(offers, rows.size() > 0 ? rows.start(0) : 0, end);
    var byOffer = new long[offers][];
    for (int offer = 0; offer < offers; offer++) {
      byOffer[offer] = new long[2 * counts[offer]];
      counts[offer] = 0;
    }
    for (int place = 0; place < rows.size(); place++) {
      if (!rows.isEmpty(place)) {
        int offer = rows.offer(place);
        byOffer[offer][counts[offer]++] = rows.start(place);
        byOffer[offer][counts[offer]++] = rows.end(place);
        periods.set(offer, rows.start(place), rows.end(place));
      }
    }
    return new NodeSpans(byOffer, periods);
  }

  NodeSpans copy() {
    return new NodeSpans(byOffer.clone(), periods.copy());
  }

  /** Returns the number of slots of an offer. */
  int count(int offer) {
    return byOffer[offer].length / 2;
  }

  /** Returns the start of one of an offer's slots, which are in ascending order. */
  long start(int offer, int index) {
    return byOffer[offer][2 * index];
  }

  /** Returns the end of one of an offer's slots. */
  long end(int offer, int index) {
    return byOffer[offer][2 * index + 1];
  }

  /** Returns the index of the last slot of an offer that starts at or before a tick, or -1. */
  int lastUpTo(int offer, long tick) {
    var spans = byOffer[offer];
    int from = 0;
    int to = spans.length / 2;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (spans[2 * middle] <= tick) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from - 1;
  }

  /** Adds a slot that overlaps no other slot of its offer. */
  void add(int offer, long start, long end) {
    var spans = byOffer[offer];
    int at = 2 * (lastUpTo(offer, start) + 1);
    var more = Arrays.copyOf(spans, spans.length + 2);
    System.arraycopy(spans, at, more, at + 2, spans.length - at);
    more[at] = start;
    more[at + 1] = end;
    byOffer[offer] = more;
    periods.set(offer, start, end);
  }

  /** Removes the slot of an offer that starts at tick {@code start}. */
  void remove(int offer, long start) {
    var spans = byOffer[offer];
    int at = 2 * lastUpTo(offer, start);
    var fewer = Arrays.copyOf(spans, spans.length - 2);
    System.arraycopy(spans, at + 2, fewer, at, fewer.length - at);
    byOffer[offer] = fewer;
    periods.clear(offer, start, spans[at + 1]);
    keepPeriodsAround(offer, at);
  }

  /**
   * Shortens the slot of an offer that starts at tick {@code start} so that it ends at {@code end}.
   */
  void endAt(int offer, long start, long end) {
    var cut = byOffer[offer].clone();
    int at = 2 * lastUpTo(offer, start);
    periods.clear(offer, end, cut[at + 1]);
    cut[at + 1] = end;
    byOffer[offer] = cut;
    keepPeriodsAround(offer, at + 2);
  }

  /**
   * Marks the offer again in periods that overlap both the time removed before span {@code at} and
   * a remaining span.
   */
  private void keepPeriodsAround(int offer, int at) {
    var spans = byOffer[offer];
    if (at > 0) {
      periods.set(offer, spans[at - 1] - 1, spans[at - 1]);
    }
    if (at < spans.length) {
      periods.set(offer, spans[at], spans[at] + 1);
    }
  }

  /**
   * Returns the end of the slot in which an offer is vacant at a tick, or the tick itself if it is
   * not vacant.
   */
  long vacantUntil(int offer, long tick) {
    if (!periods.isVacantAround(offer, tick)) {
      return tick;
    }
    int index = lastUpTo(offer, tick);
    return index < 0 ? tick : Math.max(tick, end(offer, index));
  }
}
