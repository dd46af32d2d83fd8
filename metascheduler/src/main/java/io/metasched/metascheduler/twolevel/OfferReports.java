package io.metasched.metascheduler.twolevel;

import io.metasched.metascheduler.twolevel.ReservationPlacement.Offer;
import io.metasched.resource.provider.ProviderState;
import java.util.ArrayList;
import java.util.List;

/**
 * Collector of the offers of one dispatch, up to a limit: for each request, the accepted offer and
 * the first rejected offers. Cost: O(1) per offer kept.
 */
public final class OfferReports {
  /** Maximum number of offers kept for one request. */
  public static final int MOST_OF_REQUEST = 32;

  /** Maximum number of rejected offers kept for one dispatch. */
  private static final int MOST_OF_DISPATCH = 1000;

  private final boolean isKept;
  private final List<OfferReport> reports = new ArrayList<>();
  private int left = MOST_OF_DISPATCH;

  /**
   * Creates an empty collection.
   *
   * @param isKept false to collect nothing
   */
  public OfferReports(boolean isKept) {
    this.isKept = isKept;
  }

  /**
   * Records the choice of a provider.
   *
   * @param offers the offers of all providers asked, by index
   * @param chosen the accepted offer
   * @param providers states of all providers at the time at which the request was sent
   */
  public void chosen(int request, List<Offer> offers, Offer chosen, List<ProviderState> providers) {
    if (!isKept) {
      return;
    }
    int others = Math.min(left, MOST_OF_REQUEST - 1);
    for (var offer : offers) {
      boolean isChosen = offer.provider() == chosen.provider();
      if (isChosen || others > 0) {
        reports.add(
            new OfferReport(
                request,
                offer.provider(),
                offer.startTick(),
                offer.reservation().request().durationTicks(),
                providers.get(offer.provider()).reservedWork(),
                isChosen));
        others -= isChosen ? 0 : 1;
        left -= isChosen ? 0 : 1;
      }
    }
  }

  /** Returns the offers, by request, in the order of the decisions. */
  public List<OfferReport> all() {
    return List.copyOf(reports);
  }
}
