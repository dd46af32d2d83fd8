package io.metasched.resource.pricing;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Pricing policy of an owner for the slots of one cycle. Pure: equal arguments give equal prices.
 */
public interface Pricing {

  /**
   * Returns the price of a slot per unit of time in 1/1000 of money, fixed when a cycle takes its
   * snapshot.
   *
   * @param node the node, with its list price
   * @param slot the vacant span that is offered
   * @param snapshotTick tick of the offer
   */
  long priceMilli(Node node, Span slot, long snapshotTick);

  /**
   * Returns the owner's offers for a vacant span: disjoint slots inside it, in order, each at one
   * price. By default, the whole span at {@link #priceMilli}. Empty if the span is not for sale.
   */
  default List<Slot> offer(Node node, Span vacant, long snapshotTick) {
    return List.of(new Slot(node, vacant, priceMilli(node, vacant, snapshotTick)));
  }

  /**
   * Returns whether prices never change, so that an offered slot keeps its price. False by default.
   */
  default boolean isSteady() {
    return false;
  }

  /**
   * Returns the lowest price that the owner may ever ask for the node, per unit of time in 1/1000
   * of money.
   */
  long leastPriceMilli(Node node);
}
