package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;

/**
 * A slot that names its node: whoever asks a domain knows the nodes themselves.
 *
 * @param node id of the node that is vacant
 * @param span when it is vacant
 * @param priceMilli price per unit of time in 1/1000 of money
 */
public record NodeSlot(int node, Span span, long priceMilli) {

  /** What is told of a slot. */
  public static NodeSlot of(Slot slot) {
    return new NodeSlot(slot.node().id(), slot.span(), slot.priceMilli());
  }
}
