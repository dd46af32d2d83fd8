package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Policy that takes the offer of the agent with the fewest reservations of the broker; on equal
 * numbers, the offer with the lowest load. Unpublished baseline: the criteria of {@link LeastLoad}
 * in reverse order.
 */
final class FewestReservations implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::reservations).thenComparingInt(Candidate::load);
  }
}
