package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationDemand;
import java.util.List;

/** Chooses the provider of a reservation by what each offers. */
@FunctionalInterface
public interface ReservationPlacement {

  /**
   * What a provider offers.
   *
   * @param provider its index
   * @param reservation what it would reserve: at the earliest start there, in time or late
   */
  record Offer(int provider, Reservation reservation) {

    /** When it would begin. */
    public long startTick() {
      return reservation.startTick();
    }
  }

  /**
   * One of the offers.
   *
   * @param offers those of the providers that have enough processors, by index, at least one
   * @param providers all providers, as they are when the request is sent
   */
  Offer choose(ReservationDemand request, List<Offer> offers, List<ProviderState> providers);

  /** Whether late reservations are to ask again when jobs have ended. */
  default boolean movesLateForward() {
    return false;
  }

  /** What it remembers of its choices so far, as one number; 0 before the first. */
  default long memory() {
    return 0;
  }

  /** Goes on from what another one like it remembers; this one has made no choice. */
  default void restore(long memory) {}
}
