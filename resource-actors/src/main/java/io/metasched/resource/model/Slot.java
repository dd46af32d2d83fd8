package io.metasched.resource.model;

import java.util.Comparator;

/**
 * Vacant span of one node, at one price.
 *
 * @param node the vacant node
 * @param span the vacant time
 * @param priceMilli price per unit of time in 1/1000 of money, constant over the whole span
 */
public record Slot(Node node, Span span, long priceMilli) {
  /** Order of slots by start, then node; window searches read slots in this order. */
  public static final Comparator<Slot> BY_START =
      Comparator.<Slot>comparingLong(slot -> slot.span().start())
          .thenComparingInt(slot -> slot.node().id());
}
