package io.metasched.resource.model;

import java.util.Comparator;

/**
 * A vacant span of one node, at one price.
 *
 * @param node the node that is vacant
 * @param span when it is vacant
 * @param priceMilli price per unit of time in 1/1000 of money, the same over the whole span
 */
public record Slot(Node node, Span span, long priceMilli) {
  /** By start, then by node: the order in which the window searches read slots. */
  public static final Comparator<Slot> BY_START =
      Comparator.<Slot>comparingLong(slot -> slot.span().start())
          .thenComparingInt(slot -> slot.node().id());
}
