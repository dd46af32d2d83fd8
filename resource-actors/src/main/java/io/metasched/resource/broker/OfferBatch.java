package io.metasched.resource.broker;

import java.util.List;

/**
 * Answer of an agent to a batch of tasks; each task is in one of the lists.
 *
 * @param offers offers in the order of the batch
 * @param refused refused tasks in the order of the batch
 */
public record OfferBatch(List<AgentOffer> offers, List<RefusedTask> refused) {
  public OfferBatch {
    offers = List.copyOf(offers);
    refused = List.copyOf(refused);
  }
}
