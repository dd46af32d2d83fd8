package io.metasched.resource.profile;

/**
 * Number of free processors of a cluster over time: a step function that begins at some tick and
 * has no end. Numbers suffice, because a reservation takes concrete processors only when it starts.
 *
 * <p>Ticks are not negative. Spans are half-open, and a span that ends at {@link Long#MAX_VALUE}
 * has no end. Confined to one thread.
 *
 * <p>Source: the hierarchical reservation paper, sections 3.3 to 3.5.
 */
public interface FreeCapacity {
  /** Result of {@code earliestStart} if the processors are never free in time. */
  long NEVER = -1;

  /** Drops all holds: {@code processors} are free from {@code start}. */
  void reset(long start, int processors);

  /**
   * Replaces all holds by {@code held}, except the parts before {@code start}.
   *
   * @throws IllegalArgumentException if more processors are held than exist; then, no hold remains
   */
  void reset(long start, int processors, SortedReservations held);

  /** Returns the first known tick. */
  long start();

  /**
   * Returns the number of slots stored. Within a slot the number of free processors is constant.
   */
  int size();

  /**
   * Returns the number of free processors at a tick.
   *
   * @throws IllegalArgumentException if the tick is before {@link #start}
   */
  int freeAt(long tick);

  /**
   * Returns the earliest start in [{@code from}, {@code latest}] at which {@code processors} are
   * free for {@code lengthTicks}. {@code from} itself is always a candidate, even inside a slot.
   *
   * @return the start, or {@link #NEVER}
   */
  long earliestStart(long from, long lengthTicks, int processors, long latest);

  /**
   * Returns the earliest start, at least {@code from}, at which {@code processors} are free for
   * {@code lengthTicks}, or {@link #NEVER}.
   */
  default long earliestStart(long from, long lengthTicks, int processors) {
    return earliestStart(from, lengthTicks, processors, Long.MAX_VALUE);
  }

  /**
   * Takes processors from {@code start} to {@code end}.
   *
   * @throws IllegalArgumentException if too few are free; then, none are taken
   */
  void hold(long start, long end, int processors);

  /**
   * Returns the tick at which processors held until {@code end} are free again: {@code end}, or the
   * end of the slot that contains it.
   */
  default long heldUntil(long end) {
    return end;
  }

  /** Releases processors held from {@code start} to {@code end}, or a part of such a hold. */
  void release(long start, long end, int processors);

  /** Drops all slots and holds before a tick. */
  void forgetBefore(long tick);

  /** Returns an independent profile of the same kind and content. */
  FreeCapacity copy();
}
