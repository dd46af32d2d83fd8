package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationDemand;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Minimum completion time: the earliest start over the providers. With fixed intervals, most offers
 * are equal, so the tie-breaking rule decides whether reservations are spread or concentrated. Of
 * offers with equal starts for a best-effort request, only the offers with the largest amount are
 * considered.
 *
 * <p>Source: the hierarchical reservation paper, MCT. Departure: the paper does not state how ties
 * are broken; here, they are broken at random or by index.
 */
final class EarliestOffer implements ReservationPlacement {
  private static final Comparator<Offer> BY_GRANT =
      Comparator.comparingInt((Offer offer) -> offer.reservation().request().processors())
          .thenComparingLong(offer -> offer.reservation().request().durationTicks());

  private final Optional<CountedDraws> ties;

  /**
   * @param ties generator that breaks ties; empty to break them by index
   */
  EarliestOffer(Optional<RandomGenerator> ties) {
    this.ties = ties.map(CountedDraws::new);
  }

  @Override
  public Offer choose(
      ReservationDemand request, List<Offer> offers, List<ProviderState> providers) {
    long earliest = offers.stream().mapToLong(Offer::startTick).min().orElseThrow();
    var first = offers.stream().filter(offer -> offer.startTick() == earliest).toList();
    var most = first.stream().max(BY_GRANT).orElseThrow();
    var best = first.stream().filter(offer -> BY_GRANT.compare(offer, most) == 0).toList();
    return best.get(best.size() == 1 ? 0 : ties.map(t -> t.nextInt(best.size())).orElse(0));
  }

  @Override
  public long memory() {
    return ties.map(CountedDraws::count).orElse(0L);
  }

  @Override
  public void restore(long memory) {
    ties.ifPresent(each -> each.skipTo(memory));
  }
}
