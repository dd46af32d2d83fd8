package io.metasched.resource.pricing;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;

/**
 * Constant pricing at the node's list price, used by both {@code fixed} and {@code market} prices.
 */
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
