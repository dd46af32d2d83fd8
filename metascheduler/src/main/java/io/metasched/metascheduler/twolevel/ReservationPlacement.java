package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationDemand;
import java.util.List;

/** Policy that selects the provider of a reservation by the offers of the providers. */
@FunctionalInterface
public interface ReservationPlacement {

  /**
   * Offer of a provider.
   *
   * @param provider index of the provider
   * @param reservation the offered reservation, at the provider's earliest start, in time or late
   */
  record Offer(int provider, Reservation reservation) {

    /** Returns the start of the offered reservation. */
    public long startTick() {
      return reservation.startTick();
    }
  }

  /**
   * Returns one of the offers.
   *
   * @param offers offers of the providers that have enough processors, by index, at least one
   * @param providers states of all providers at the time at which the request is sent
   */
  Offer choose(ReservationDemand request, List<Offer> offers, List<ProviderState> providers);

  /** Returns whether late reservations are requested again when jobs have ended. */
  default boolean movesLateForward() {
    return false;
  }

  /** Returns the policy's memory of its choices so far as one number; 0 before the first choice. */
  default long memory() {
    return 0;
  }

  /** Restores the memory of another instance; this instance must have made no choice. */
  default void restore(long memory) {}
}
