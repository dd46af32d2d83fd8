package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Takes the offer of the agent on which the broker has fewest reservations; on equal numbers that
 * of least load. A yardstick of ours: the criteria of {@link LeastLoad} the other way round.
 */
final class FewestReservations implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::reservations).thenComparingInt(Candidate::load);
  }
}
