package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;

/**
 * A slot with the id of its node, as in the reply of a domain; the caller has the nodes.
 *
 * @param node id of the node that is vacant
 * @param span when it is vacant
 * @param priceMilli price per unit of time in 1/1000 of money
 */
public record NodeSlot(int node, Span span, long priceMilli) {

  /** The slot with the id of its node. */
  public static NodeSlot of(Slot slot) {
    return new NodeSlot(slot.node().id(), slot.span(), slot.priceMilli());
  }
}
