package io.metasched.resource.model;

/**
 * A request for a window: what a job needs, may cost, and when.
 *
 * @param nodes how many nodes at one start, at least 1
 * @param work what each of them has to do
 * @param granularityTicks lengths of parts are multiples of it, at least 1
 * @param requirements what each node must have
 * @param costLimitMilli most that the whole window may cost; {@link #NO_LIMIT} for no limit
 * @param slotPriceLimitMilli most that one slot may cost per unit of time, or {@link #NO_LIMIT}
 * @param earliestStart no part starts before this tick
 * @param deadline every part ends by this tick, or {@link #NO_LIMIT}
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

  /** A request for some volume on any nodes at any time, limited in its total cost only. */
  public static WindowRequest of(int nodes, Work work, long granularityTicks, long costLimitMilli) {
    return new WindowRequest(
        nodes, work, granularityTicks, Requirements.NONE, costLimitMilli, NO_LIMIT, 0, NO_LIMIT);
  }

  /** The same request, starting no earlier than {@code tick} (nor than it did before). */
  public WindowRequest notBefore(long tick) {
    return between(Math.max(earliestStart, tick), deadline);
  }

  /** The same request with another earliest start and deadline. */
  public WindowRequest between(long newEarliestStart, long newDeadline) {
    return new WindowRequest(
        nodes,
        work,
        granularityTicks,
        requirements,
        costLimitMilli,
        slotPriceLimitMilli,
        newEarliestStart,
        newDeadline);
  }

  /** The same request with another limit on the total cost. */
  public WindowRequest withCostLimit(long milli) {
    return new WindowRequest(
        nodes,
        work,
        granularityTicks,
        requirements,
        milli,
        slotPriceLimitMilli,
        earliestStart,
        deadline);
  }

  /** The same request with a limit on each slot's price instead of the total cost. */
  public WindowRequest withSlotPriceLimit(long priceMilli) {
    return new WindowRequest(
        nodes, work, granularityTicks, requirements, NO_LIMIT, priceMilli, earliestStart, deadline);
  }

  /** Whether a slot of the node at that price meets the hard requirements and the price limit. */
  public boolean admits(Node node, long priceMilli) {
    return priceMilli <= slotPriceLimitMilli && requirements.metBy(node);
  }

  /** Ticks the request's work takes on a node. */
  public long lengthTicks(Node node) {
    return work.lengthTicks(node.performance(), granularityTicks);
  }
}
