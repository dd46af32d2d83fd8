package io.metasched.service.plan;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.Optional;

/**
 * Sale times and prices of one node. Each slot is within one tariff and therefore has one price.
 * Immutable.
 *
 * @param pieces time for sale by the owner's policy; empty if all time is sold at the list price
 * @param leadTicks least time from the present to the start of a slot, in ticks
 * @param shortestTicks shortest slot for sale, in ticks
 * @param isClosed whether nothing is sold at present because the node is silent or drained
 */
record NodeSale(
    Node node, Optional<SalePieces> pieces, long leadTicks, long shortestTicks, boolean isClosed) {
  /** Returns the parts of a vacant span that are for sale at {@code nowTick}, in order. */
  List<Slot> offer(Span vacant, long nowTick) {
    boolean isTooShort = vacant.end() - earliest(vacant, nowTick) < shortestTicks;
    return isTooShort ? List.of() : sold(vacant, nowTick);
  }

  private long earliest(Span vacant, long nowTick) {
    return leadTicks == 0 ? vacant.start() : Math.max(vacant.start(), nowTick + leadTicks);
  }

  /** Returns the parts of a span, of any length, that are for sale at {@code nowTick}, in order. */
  List<Slot> sold(Span vacant, long nowTick) {
    long from = earliest(vacant, nowTick);
    if (isClosed || from >= vacant.end()) {
      return List.of();
    }
    var sold = new Span(from, vacant.end());
    if (pieces.isEmpty()) {
      return List.of(new Slot(node, sold, node.priceMilli()));
    }
    return pieces.get().of(sold, nowTick).stream()
        .map(piece -> new Slot(node, piece.span(), piece.priceMilli()))
        .toList();
  }

  /** Returns the price at the start of a slot, which applies to the whole slot. */
  long priceMilli(Span slot) {
    return pieces.map(own -> own.priceMilli(slot.start())).orElse(node.priceMilli());
  }

  /**
   * Returns the longest time ever sold at one price, in ticks; {@link Long#MAX_VALUE} if it is
   * unlimited.
   */
  long longestTicks() {
    return pieces
        .map(SalePieces::longest)
        .map(longest -> longest.orElse(Long.MAX_VALUE))
        .orElse(Long.MAX_VALUE);
  }
}
