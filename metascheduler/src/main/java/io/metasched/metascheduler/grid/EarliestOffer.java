package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.ReservationRequest;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Minimum completion time: the earliest start over the providers. With fixed intervals most offers
 * are equal, so how ties are broken decides whether reservations are spread or gathered.
 *
 * <p>Source: the hierarchical reservation paper, MCT. Departure: it does not say how ties are
 * broken; here at random, or by index.
 */
final class EarliestOffer implements ReservationPlacement {
  private final Optional<RandomGenerator> ties;

  /**
   * @param ties breaks ties; empty: by index
   */
  EarliestOffer(Optional<RandomGenerator> ties) {
    this.ties = ties;
  }

  @Override
  public Offer choose(ReservationRequest request, List<Offer> offers) {
    long earliest = offers.stream().mapToLong(Offer::startTick).min().orElseThrow();
    var best = offers.stream().filter(offer -> offer.startTick() == earliest).toList();
    return best.get(best.size() == 1 ? 0 : ties.map(t -> t.nextInt(best.size())).orElse(0));
  }
}
