package io.metasched.resource.slots;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Time that became vacant between two tables of the same nodes. */
public final class NewlyVacant {
  private NewlyVacant() {}

  /**
   * Returns one span for each slot of {@code now} that is not contained in a slot of {@code before}
   * with the same price. Any interval that is vacant in {@code now}, and was not vacant at the same
   * price in {@code before}, overlaps such a span.
   *
   * @return the spans; empty if a node has or had several prices, because a slot may then be
   *     cheaper than before
   */
  public static Optional<List<Slot>> since(SlotTable before, SlotTable now) {
    var spans = new ArrayList<Slot>();
    int earlier = 0; // offer of the earlier table; the offers of both tables ascend by node
    for (int offer = 0; offer < now.offers().size(); offer++) {
      int node = now.offers().nodeId(offer);
      while (earlier < before.offers().size() && before.offers().nodeId(earlier) < node) {
        earlier++;
      }
      boolean isNew = earlier == before.offers().size() || before.offers().nodeId(earlier) != node;
      if (now.offers().firstOfSameNode(offer) != offer || (!isNew && !isOnly(before, earlier))) {
        return Optional.empty();
      }
      boolean isAsBefore =
          !isNew && before.offers().priceMilli(earlier) == now.offers().priceMilli(offer);
      add(spans, before, isAsBefore ? earlier : -1, now, offer);
    }
    return Optional.of(spans);
  }

  private static boolean isOnly(SlotTable table, int offer) {
    var offers = table.offers();
    return offer + 1 == offers.size() || offers.firstOfSameNode(offer + 1) != offer;
  }

  /** Adds the spans of one offer. */
  private static void add(
      List<Slot> spans, SlotTable before, int earlier, SlotTable now, int offer) {
    int count = earlier < 0 ? 0 : before.slotsOf(earlier);
    int at = 0; // first earlier slot that ends after the start of the current slot
    for (int i = 0; i < now.slotsOf(offer); i++) {
      long start = now.startOf(offer, i);
      long end = now.endOf(offer, i);
      while (at < count && before.endOf(earlier, at) <= start) {
        at++;
      }
      boolean begins = at < count && before.startOf(earlier, at) <= start;
      long from = begins ? before.endOf(earlier, at) : start;
      if (from < end) {
        long to = Math.max(from + 1, lastStartBefore(before, earlier, end));
        spans.add(
            new Slot(now.offers().node(offer), new Span(from, to), now.offers().priceMilli(offer)));
      }
    }
  }

  /**
   * Returns the start of the earlier slot that contains the last tick before {@code end}, or {@code
   * end} if there is none.
   */
  private static long lastStartBefore(SlotTable before, int earlier, long end) {
    if (earlier < 0) {
      return end;
    }
    for (int i = before.slotsOf(earlier) - 1; i >= 0; i--) {
      if (before.startOf(earlier, i) < end) {
        return before.endOf(earlier, i) >= end ? before.startOf(earlier, i) : end;
      }
    }
    return end;
  }
}
