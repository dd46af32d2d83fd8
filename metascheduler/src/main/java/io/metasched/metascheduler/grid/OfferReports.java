package io.metasched.metascheduler.grid;

import io.metasched.metascheduler.grid.ReservationPlacement.Offer;
import io.metasched.resource.provider.ProviderState;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what was offered during one dispatch, up to a limit: of each request the offer that was
 * taken up, and the first of the others. Cost: O(1) per offer that is kept.
 */
public final class OfferReports {
  /** At most so many of the offers for one request are kept. */
  public static final int MOST_OF_REQUEST = 32;

  /** At most so many offers that were not taken up are kept of one dispatch. */
  private static final int MOST_OF_DISPATCH = 1000;

  private final boolean isKept;
  private final List<OfferReport> reports = new ArrayList<>();
  private int left = MOST_OF_DISPATCH;

  /**
   * An empty collection.
   *
   * @param isKept false where nothing is to be collected
   */
  public OfferReports(boolean isKept) {
    this.isKept = isKept;
  }

  /**
   * A provider has been chosen.
   *
   * @param offers the offers of all that were asked, by index
   * @param chosen one of them
   * @param providers all providers, as they were when the request was sent
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

  /** What was offered, request by request in the order of the decisions. */
  public List<OfferReport> all() {
    return List.copyOf(reports);
  }
}
