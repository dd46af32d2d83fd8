package io.metasched.service.plan;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.Optional;

/**
 * The terms of sale of one node: times and prices. A slot lies within one tariff, so that it has
 * one price. Immutable.
 *
 * @param pieces what is sold by the owner's policy; empty where all is sold at the list price
 * @param isClosed whether nothing is sold at present, as the node is silent or drained
 */
record NodeSale(Node node, Optional<SalePieces> pieces, boolean isClosed) {
  /** Returns what of a vacant span is offered at {@code nowTick}, in order. */
  List<Slot> offer(Span vacant, long nowTick) {
    if (isClosed) {
      return List.of();
    } else if (pieces.isEmpty()) {
      return List.of(new Slot(node, vacant, node.priceMilli()));
    }
    return pieces.get().of(vacant, nowTick).stream()
        .map(piece -> new Slot(node, piece.span(), piece.priceMilli()))
        .toList();
  }

  /** Returns the price at the start of a slot, which holds for all of it. */
  long priceMilli(Span slot) {
    return pieces.map(own -> own.priceMilli(slot.start())).orElse(node.priceMilli());
  }

  /** Returns the longest time ever sold at one price; the most there is where it has no end. */
  long longestTicks() {
    return pieces
        .map(SalePieces::longest)
        .map(longest -> longest.orElse(Long.MAX_VALUE))
        .orElse(Long.MAX_VALUE);
  }
}
