package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the ranks of offers for the searches of one planning. Ranks depend on the work,
 * granularity, hard requirements and limits of a request, but not on the vacant time. Sorting a new
 * ranking begins with the order of the last one.
 *
 * <p>One ranking is kept regardless of its size, and several as long as their offers together do
 * not exceed a limit. Beyond the limit, the newest ranking is evicted, because planners cycle
 * through their requests in one order and would otherwise never hit the cache. Confined to one
 * thread. A lookup costs one comparison for each ranking before the wanted one, counted from the
 * last hit.
 */
public final class Rankings {
  private final long mostOffers;
  private final List<Kept> kept = new ArrayList<>();
  private long offersKept;
  private int last; // index of the most recently used ranking

  /**
   * Ranking with its key in the cache.
   *
   * @param costLimit maximum cost of one part
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
   * Creates an empty cache.
   *
   * @param mostOffers maximum number of offers of all kept rankings together; 0 for one ranking of
   *     any size
   */
  public Rankings(long mostOffers) {
    this.mostOffers = mostOffers;
  }

  /**
   * Returns the offers that the request admits, each of which is within the request's limits on its
   * own.
   */
  public RankedOffers of(Offers offers, WindowRequest request) {
    return of(offers, request, request.costLimitMilli());
  }

  /** Returns the offers that the request admits, regardless of their cost. */
  RankedOffers ignoringCosts(Offers offers, WindowRequest request) {
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
      drop(at); // the offers of this ranking belong to dropped slots
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

  /** Returns the index of the ranking for a request, or the number of rankings if there is none. */
  private int find(WindowRequest request, long costLimit) {
    for (int i = 0; i < kept.size(); i++) {
      int at = (last + i) % kept.size();
      if (kept.get(at).isFor(request, costLimit)) {
        return at;
      }
    }
    return kept.size();
  }

  /** Returns the most recently used ranking if it ranks the same offers. */
  private @Nullable RankedOffers lastOf(Offers offers) {
    boolean same = last < kept.size() && kept.get(last).offers() == offers;
    return same ? kept.get(last).ranked() : null;
  }
}
