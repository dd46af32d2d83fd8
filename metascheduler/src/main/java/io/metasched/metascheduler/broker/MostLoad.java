package io.metasched.metascheduler.broker;

import java.util.Comparator;

/**
 * Policy that takes the offer with the highest load of the node, so that other nodes stay empty for
 * tasks of high load. Unpublished baseline: best fit over the nodes that agents offer; each agent
 * still offers its least loaded node.
 */
final class MostLoad implements OfferPolicy {
  @Override
  public Comparator<Candidate> order() {
    return Comparator.comparingInt(Candidate::load).reversed();
  }
}
