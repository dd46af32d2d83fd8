package io.metasched.resource.model;

/**
 * Share of a window on one node, cut from one slot.
 *
 * @param node id of the node
 * @param span the reserved time
 * @param priceMilli price of the slot per unit of time, in 1/1000 of money
 * @param costMilli cost of the part: price x length, in 1/1000 of money, rounded up once
 * @param energyMilli energy of the part: power x length, in 1/1000 of a unit, rounded up once
 */
public record Part(int node, Span span, long priceMilli, long costMilli, long energyMilli) {

  /** Creates the part that runs on {@code node} from {@code start}, at the price of the slot. */
  public static Part on(Node node, long start, long lengthTicks, long priceMilli) {
    return new Part(
        node.id(),
        Span.of(start, lengthTicks),
        priceMilli,
        Ticks.costMilli(priceMilli, lengthTicks),
        Ticks.costMilli(node.powerMilli(), lengthTicks));
  }
}
