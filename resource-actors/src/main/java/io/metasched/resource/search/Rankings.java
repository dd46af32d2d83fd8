package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the ranks of offers, which the searches of one planning need again and again: they depend
 * on the work, its granularity, the hard requirements and the limits of a request, and not on what
 * is vacant. What is new is sorted from the order of the last.
 *
 * <p>One ranking is kept whatever its size, more as long as they have no more offers together than
 * a number; then the newest makes room, since planners go round their requests in one order and
 * would else find none of them. Confined to one thread. A ranking that is kept costs one comparison
 * for each that lies before it, counted from the last found.
 */
public final class Rankings {
  private final long mostOffers;
  private final List<Kept> kept = new ArrayList<>();
  private long offersKept;
  private int last; // index of the one used last

  /**
   * A ranking with what it is for.
   *
   * @param costLimit most that one part may cost
   */
  private record Kept(Offers offers, WindowRequest request, long costLimit, RankedOffers ranked) {

    boolean isFor(WindowRequest other, long limit) {
      return costLimit == limit
          && request.granularityTicks() == other.granularityTicks()
          && request.slotPriceLimitMilli() == other.slotPriceLimitMilli()
          && request.work().equals(other.work())
          && request.requirements().equals(other.requirements());
    }
  }

  /**
   * Without any.
   *
   * @param mostOffers how many offers all rankings that are kept may have together; 0 for one
   *     ranking of any size
   */
  public Rankings(long mostOffers) {
    this.mostOffers = mostOffers;
  }

  /** The offers that the request admits, each of which alone is within its limits. */
  public RankedOffers of(Offers offers, WindowRequest request) {
    return of(offers, request, request.costLimitMilli());
  }

  /** The offers that the request admits, whatever they cost. */
  RankedOffers whateverTheyCost(Offers offers, WindowRequest request) {
    return of(offers, request, WindowRequest.NO_LIMIT);
  }

  private RankedOffers of(Offers offers, WindowRequest request, long costLimit) {
    int at = find(request, costLimit);
    if (at < kept.size()) {
      last = at;
      if (kept.get(at).offers() == offers) {
        return kept.get(at).ranked();
      }
    }
    var ranked = RankedOffers.of(offers, request, costLimit, lastOf(offers));
    if (at < kept.size()) {
      drop(at); // its offers are of slots that have been given up
    }
    while (!kept.isEmpty() && offersKept + ranked.size() > mostOffers) {
      drop(kept.size() - 1);
    }
    last = kept.size();
    kept.add(new Kept(offers, request, costLimit, ranked));
    offersKept += ranked.size();
    return ranked;
  }

  private void drop(int index) {
    offersKept -= kept.remove(index).ranked().size();
  }

  /** Index of the ranking for a request, or how many there are. */
  private int find(WindowRequest request, long costLimit) {
    for (int i = 0; i < kept.size(); i++) {
      int at = (last + i) % kept.size();
      if (kept.get(at).isFor(request, costLimit)) {
        return at;
      }
    }
    return kept.size();
  }

  /** The ranking used last, where it is of the same offers. */
  private @Nullable RankedOffers lastOf(Offers offers) {
    boolean same = last < kept.size() && kept.get(last).offers() == offers;
    return same ? kept.get(last).ranked() : null;
  }
}
