package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import java.util.List;

/**
 * Pricing in which each domain prices its slots by its own rule.
 *
 * @param byDomain pricing by number of the domain
 */
record OwnerPricing(List<Pricing> byDomain) implements Pricing {
  OwnerPricing {
    byDomain = List.copyOf(byDomain);
  }

  @Override
  public long priceMilli(Node node, Span slot, long snapshotTick) {
    return byDomain.get(node.domain()).priceMilli(node, slot, snapshotTick);
  }

  @Override
  public boolean isSteady() {
    return byDomain.stream().allMatch(Pricing::isSteady);
  }

  @Override
  public long leastPriceMilli(Node node) {
    return byDomain.get(node.domain()).leastPriceMilli(node);
  }
}
