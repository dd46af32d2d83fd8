package io.metasched.metascheduler.broker;

import java.util.Comparator;

/** Takes the offer of the agent of least id. A yardstick of ours: no balance at all. */
final class FirstAgent implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::agent);
  }
}
