package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationDemand;
import java.util.Comparator;
import java.util.List;

/**
 * Placement that concentrates reservations on the providers with the most reserved work, and moves
 * late reservations forward. Of the providers that meet the request, it takes the one whose future
 * reservations have the most processor time. If no provider meets the request, the earliest start
 * is taken. Ties are broken by index. If jobs end before their limits, late reservations are
 * requested again.
 *
 * <p>Unpublished. In contrast, resource priority prefers providers in a fixed order, and keeps a
 * late start even after the jobs that caused it have ended.
 */
final class MostReserved implements ReservationPlacement {
  private final ReservationPlacement otherwise;

  MostReserved(ReservationPlacement otherwise) {
    this.otherwise = otherwise;
  }

  @Override
  public Offer choose(
      ReservationDemand request, List<Offer> offers, List<ProviderState> providers) {
    return offers.stream()
        .filter(offer -> request.least().isMetBy(offer.startTick()))
        .min(
            Comparator.comparingLong(
                    (Offer offer) -> -providers.get(offer.provider()).reservedWork())
                .thenComparingInt(Offer::provider))
        .orElseGet(() -> otherwise.choose(request, offers, providers));
  }

  @Override
  public boolean movesLateForward() {
    return true;
  }
}
