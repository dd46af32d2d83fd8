package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.ReservationDemand;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random placement: each offer has an equal chance. */
final class RandomOffer implements ReservationPlacement {
  private final CountedDraws chance;

  RandomOffer(RandomGenerator chance) {
    this.chance = new CountedDraws(chance);
  }

  @Override
  public Offer choose(
      ReservationDemand request, List<Offer> offers, List<ProviderState> providers) {
    return offers.get(chance.nextInt(offers.size()));
  }

  @Override
  public long memory() {
    return chance.count();
  }

  @Override
  public void restore(long memory) {
    chance.skipTo(memory);
  }
}
