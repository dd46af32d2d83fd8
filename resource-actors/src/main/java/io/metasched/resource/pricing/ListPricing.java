package io.metasched.resource.pricing;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;

/** The node's list price, always: what {@code fixed} and {@code market} prices have in common. */
public final class ListPricing implements Pricing {

  @Override
  public long priceMilli(Node node, Span slot, long snapshotTick) {
    return node.priceMilli();
  }

  @Override
  public boolean isSteady() {
    return true;
  }

  @Override
  public long leastPriceMilli(Node node) {
    return node.priceMilli();
  }
}
