package io.metasched.resource.agent;

import java.util.List;

/**
 * What an agent answers to a batch of tasks; each task is in one of the lists.
 *
 * @param offers in the order of the batch
 * @param refused in the order of the batch
 */
public record OfferBatch(List<Offer> offers, List<RefusedTask> refused) {
  /** Copies the lists. */
  public OfferBatch {
    offers = List.copyOf(offers);
    refused = List.copyOf(refused);
  }
}
