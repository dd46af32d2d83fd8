package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationDemand;
import java.util.List;

/**
 * Resource priority: the first provider, in the order of their indices, that meets the request,
 * even if another provider offers an earlier start. The policy concentrates the reservations on few
 * providers. If no provider meets the request, the earliest start is taken, with ties broken by
 * index.
 *
 * <p>Source: the hierarchical reservation paper, AR resources priority.
 */
final class FirstThatMeets implements ReservationPlacement {
  private final ReservationPlacement otherwise;

  FirstThatMeets(ReservationPlacement otherwise) {
    this.otherwise = otherwise;
  }

  @Override
  public Offer choose(
      ReservationDemand request, List<Offer> offers, List<ProviderState> providers) {
    return offers.stream()
        .filter(offer -> request.least().isMetBy(offer.startTick()))
        .findFirst()
        .orElseGet(() -> otherwise.choose(request, offers, providers));
  }
}
