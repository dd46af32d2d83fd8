package io.metasched.resource.model;

/**
 * Request for a window: the needs of a job and its limits on cost and time.
 *
 * @param nodes number of nodes with a common start, at least 1
 * @param work work of each node
 * @param granularityTicks ticks of which the length of each part is a multiple, at least 1
 * @param requirements hard requirements on each node
 * @param costLimitMilli maximum cost of the whole window, or {@link #NO_LIMIT}
 * @param slotPriceLimitMilli maximum price of each slot per unit of time, or {@link #NO_LIMIT}
 * @param earliestStart tick before which no part starts
 * @param deadline tick by which every part ends, or {@link #NO_LIMIT}
 */
public record WindowRequest(
    int nodes,
    Work work,
    long granularityTicks,
    Requirements requirements,
    long costLimitMilli,
    long slotPriceLimitMilli,
    long earliestStart,
    long deadline) {
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /**
   * @throws IllegalArgumentException for fewer than one node or a granularity below one tick
   */
  public WindowRequest {
    if (nodes < 1 || granularityTicks < 1) {
      throw new IllegalArgumentException(
          "a request needs at least 1 node and a granularity of at least 1 tick, but has %d and %d"
              .formatted(nodes, granularityTicks));
    }
  }

  /** Creates a request for work on any nodes at any time, limited in its total cost only. */
  public static WindowRequest of(int nodes, Work work, long granularityTicks, long costLimitMilli) {
    return new WindowRequest(
        nodes, work, granularityTicks, Requirements.NONE, costLimitMilli, NO_LIMIT, 0, NO_LIMIT);
  }

  /**
   * Returns a copy whose earliest start is {@code tick}, or the present earliest start if that is
   * later.
   */
  public WindowRequest notBefore(long tick) {
    return between(Math.max(earliestStart, tick), deadline);
  }

  /** Returns a copy with the given earliest start and deadline. */
  public WindowRequest between(long newEarliestStart, long newDeadline) {
    return copy(costLimitMilli, slotPriceLimitMilli, newEarliestStart, newDeadline);
  }

  /** Returns a copy with the given limit on the total cost. */
  public WindowRequest withCostLimit(long milli) {
    return copy(milli, slotPriceLimitMilli, earliestStart, deadline);
  }

  /** Returns a copy with a limit on the price of each slot instead of the total cost. */
  public WindowRequest withSlotPriceLimit(long priceMilli) {
    return copy(NO_LIMIT, priceMilli, earliestStart, deadline);
  }

  private WindowRequest copy(long costMilli, long slotPriceMilli, long from, long until) {
    return new WindowRequest(
        nodes, work, granularityTicks, requirements, costMilli, slotPriceMilli, from, until);
  }

  /**
   * Returns whether {@code node} meets the hard requirements, and the price of its slot is within
   * the price limit.
   */
  public boolean admits(Node node, long priceMilli) {
    return priceMilli <= slotPriceLimitMilli && requirements.metBy(node);
  }

  /** Returns the ticks that the work of the request takes on a node. */
  public long lengthTicks(Node node) {
    return work.lengthTicks(node.performance(), granularityTicks);
  }
}
