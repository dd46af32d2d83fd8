package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * Cache of search outcomes that answers by inference. If a request has no window, a request that
 * asks for at least as much has no window either. If a request has a window, a request that asks
 * for no more has a window, too.
 *
 * <p>A request asks for no more than another one if it is also served by any window for the other
 * one after some parts are removed and the remaining parts are shortened. The cheapest parts are
 * kept, so that they cost at most their share of the whole window.
 *
 * <p>That no window exists stays true as long as time is taken but not given back. That a window
 * exists stays true as long as the slots do not change. The cache keeps the {@value #KEPT} most
 * recently used requests of each kind. Confined to one thread. A query costs O(1) for each cached
 * request.
 */
public final class SearchOutcomes {
  private static final int KEPT = 64;
  private static final double MARGIN = 1 + 1e-9; // covers the rounding of the bound on the cost

  private final double greatestPerformance;
  private final List<WindowRequest> unmet = new ArrayList<>();
  private final List<WindowRequest> met = new ArrayList<>();

  /**
   * Creates an empty cache.
   *
   * @param greatestPerformance upper bound of the performance of the nodes
   */
  public SearchOutcomes(int greatestPerformance) {
    this.greatestPerformance = greatestPerformance;
  }

  /** Records that a reliable search found no window. */
  public void foundNone(WindowRequest request) {
    keep(unmet, request);
  }

  /** Records that a search found a window. */
  public void found(WindowRequest request) {
    keep(met, request);
  }

  private static void keep(List<WindowRequest> requests, WindowRequest request) {
    if (requests.size() == KEPT) {
      requests.remove(KEPT - 1);
    }
    requests.add(0, request);
  }

  /** Returns whether the request is known to have no window. */
  public boolean isHopeless(WindowRequest request) {
    for (int i = 0; i < unmet.size(); i++) {
      if (asksForNoMore(unmet.get(i), request)) {
        unmet.add(0, unmet.remove(i));
        return true;
      }
    }
    return false;
  }

  /** Returns whether the request is known to have a window. */
  public boolean isServed(WindowRequest request) {
    for (int i = 0; i < met.size(); i++) {
      if (asksForNoMore(request, met.get(i))) {
        met.add(0, met.remove(i));
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether any window for {@code more} contains one for {@code less}; false also if
   * unknown.
   */
  boolean asksForNoMore(WindowRequest less, WindowRequest more) {
    return less.nodes() <= more.nodes()
        && less.work().basis() == more.work().basis()
        && less.work().amount() <= more.work().amount()
        && less.granularityTicks() == more.granularityTicks()
        && less.earliestStart() <= more.earliestStart()
        && less.deadline() >= more.deadline()
        && less.slotPriceLimitMilli() >= more.slotPriceLimitMilli()
        && less.requirements().leastPerformance() <= more.requirements().leastPerformance()
        && more.requirements().properties().containsAll(less.requirements().properties())
        && costsNoMoreThanAllowed(less, more);
  }

  /**
   * Returns whether the cheapest parts of a window for {@code more}, after being shortened, are
   * within the limit of {@code less}.
   */
  private boolean costsNoMoreThanAllowed(WindowRequest less, WindowRequest more) {
    if (less.costLimitMilli() >= more.costLimitMilli()) {
      return true; // because a part of a window costs no more than the whole
    }
    double share = more.costLimitMilli() * ((double) less.nodes() / more.nodes());
    double shortened = share * lengthRatio(less, more) + less.nodes(); // each part is rounded up
    return Math.min(share, shortened) * MARGIN <= less.costLimitMilli();
  }

  /**
   * Returns an upper bound of the ratio of a part's length for {@code less} to its length for
   * {@code more}, on any node.
   */
  private double lengthRatio(WindowRequest less, WindowRequest more) {
    double ticks = less.work().basis() == Work.Basis.VOLUME ? greatestPerformance : 1;
    double roundedUp = less.work().amount() + ticks * less.granularityTicks();
    return Math.min(1, roundedUp / more.work().amount());
  }
}
