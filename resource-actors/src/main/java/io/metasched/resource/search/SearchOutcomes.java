package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * What follows from earlier searches of the same slots without another search: where a request has
 * no window, none that asks for at least as much has one, and where it has one, so has each that
 * asks for no more.
 *
 * <p>A request asks for no more than another if a window for that one, with some of its parts left
 * out and the others made shorter, serves it as well. Of the parts the cheapest are kept, so that
 * they cost no more than their share of the whole.
 *
 * <p>That there is no window stays true while time is only taken; that there is one, while the
 * slots do not change. Remembers the {@value #KEPT} requests of either kind that were of use last.
 * Confined to one thread. A question costs O(1) for each request remembered.
 */
public final class SearchOutcomes {
  private static final int KEPT = 64;
  private static final double MARGIN = 1 + 1e-9; // covers the rounding of the bound on the cost

  private final double greatestPerformance;
  private final List<WindowRequest> unmet = new ArrayList<>();
  private final List<WindowRequest> met = new ArrayList<>();

  /**
   * Nothing is known yet.
   *
   * @param greatestPerformance no node has a greater one
   */
  public SearchOutcomes(int greatestPerformance) {
    this.greatestPerformance = greatestPerformance;
  }

  /** A search that may be relied on has found none. */
  public void foundNone(WindowRequest request) {
    keep(unmet, request);
  }

  /** A search has found a window. */
  public void found(WindowRequest request) {
    keep(met, request);
  }

  private static void keep(List<WindowRequest> requests, WindowRequest request) {
    if (requests.size() == KEPT) {
      requests.remove(KEPT - 1);
    }
    requests.add(0, request);
  }

  /** Whether there is known to be no window. */
  public boolean isHopeless(WindowRequest request) {
    for (int i = 0; i < unmet.size(); i++) {
      if (asksForNoMore(unmet.get(i), request)) {
        unmet.add(0, unmet.remove(i));
        return true;
      }
    }
    return false;
  }

  /** Whether there is known to be a window. */
  public boolean isServed(WindowRequest request) {
    for (int i = 0; i < met.size(); i++) {
      if (asksForNoMore(request, met.get(i))) {
        met.add(0, met.remove(i));
        return true;
      }
    }
    return false;
  }

  /** Whether any window for {@code more} has one for {@code less} in it; false also if unknown. */
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
   * Whether the cheapest parts of a window for {@code more}, made shorter, keep the limit of {@code
   * less}.
   */
  private boolean costsNoMoreThanAllowed(WindowRequest less, WindowRequest more) {
    if (less.costLimitMilli() >= more.costLimitMilli()) {
      return true; // as what is left of a window costs no more than the whole
    }
    double share = more.costLimitMilli() * ((double) less.nodes() / more.nodes());
    double shortened = share * lengthRatio(less, more) + less.nodes(); // each part is rounded up
    return Math.min(share, shortened) * MARGIN <= less.costLimitMilli();
  }

  /** The most that the length of a part may be of what it was, on any node. */
  private double lengthRatio(WindowRequest less, WindowRequest more) {
    double ticks = less.work().basis() == Work.Basis.VOLUME ? greatestPerformance : 1;
    double roundedUp = less.work().amount() + ticks * less.granularityTicks();
    return Math.min(1, roundedUp / more.work().amount());
  }
}
