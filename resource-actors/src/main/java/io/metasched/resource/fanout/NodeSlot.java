package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;

/**
 * Slot with the id of its node instead of the node, as in the reply of a domain; the receiver has
 * the nodes.
 *
 * @param node id of the vacant node
 * @param span the vacant time
 * @param priceMilli price per unit of time in 1/1000 of money
 */
public record NodeSlot(int node, Span span, long priceMilli) {

  /** Returns the slot with the id of its node instead of the node. */
  public static NodeSlot of(Slot slot) {
    return new NodeSlot(slot.node().id(), slot.span(), slot.priceMilli());
  }
}
