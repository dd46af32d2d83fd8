package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Policy that takes the offer with the lowest load of the node; on equal load, the offer of the
 * agent with fewer reservations of the broker.
 *
 * <p>Source: the broker-agent paper, section 3.6 (5), the decision that balances the load.
 */
final class LeastLoad implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::load).thenComparingInt(Candidate::reservations);
  }
}
