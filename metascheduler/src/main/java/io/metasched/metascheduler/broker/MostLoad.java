package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Policy that takes the offer with the highest load of the node, so that others stay empty for
 * tasks of high load. Baseline that is not published: best fit over the nodes that agents offer,
 * each of which is still the agent's least loaded.
 */
final class MostLoad implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::load).reversed();
  }
}
