package io.metasched.resource.pricing;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * The price an owner asks for a slot in one cycle. Pure: the same arguments give the same price.
 */
public interface Pricing {

  /**
   * Price of a slot per unit of time in 1/1000 of money, fixed when a cycle takes its snapshot.
   *
   * @param node the node, with its list price
   * @param slot the vacant span that is offered
   * @param snapshotTick when it is offered
   */
  long priceMilli(Node node, Span slot, long snapshotTick);

  /**
   * What the owner offers of a vacant span: disjoint slots inside it, in order, each at one price.
   * All of it at {@link #priceMilli} where nothing else is said; none where it is not for sale.
   */
  default List<Slot> offer(Node node, Span vacant, long snapshotTick) {
    return List.of(new Slot(node, vacant, priceMilli(node, vacant, snapshotTick)));
  }

  /**
   * Whether a node's price never changes, so that what was offered once keeps its price. False
   * where nothing is said.
   */
  default boolean isSteady() {
    return false;
  }

  /** The least price the owner may ever ask for the node, in 1/1000 of money. */
  long leastPriceMilli(Node node);
}
