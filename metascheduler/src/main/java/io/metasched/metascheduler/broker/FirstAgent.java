package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Policy that takes the offer of the agent with the lowest id. Unpublished baseline without any
 * balancing.
 */
final class FirstAgent implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::agent);
  }
}
