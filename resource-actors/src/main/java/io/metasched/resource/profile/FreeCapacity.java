package io.metasched.resource.profile;

/**
 * The number of free processors of a cluster over time: a step function that begins at some tick
 * and has no end. Counts suffice, as a reservation takes concrete processors only when it starts.
 *
 * <p>Ticks are not negative; spans are half-open, and one that ends at {@link Long#MAX_VALUE} lasts
 * for ever. Confined to one thread.
 *
 * <p>Source: the hierarchical reservation paper, sections 3.3 to 3.5.
 */
public interface FreeCapacity {
  /** What {@code earliestStart} answers where so many are never free in time. */
  long NEVER = -1;

  /** Forgets all holds: {@code processors} are free from {@code start} on. */
  void reset(long start, int processors);

  /**
   * Forgets all holds and takes these instead, as far as they lie after {@code start}.
   *
   * @throws IllegalArgumentException when more is held than there is; nothing is held then
   */
  void reset(long start, int processors, SortedReservations held);

  /** The first tick that is known. */
  long start();

  /** How many slots are kept: spans within which the number is the same. */
  int size();

  /**
   * Free processors at a tick.
   *
   * @throws IllegalArgumentException for one before {@link #start}
   */
  int freeAt(long tick);

  /**
   * The earliest start in [{@code from}, {@code latest}] at which {@code processors} are free for
   * so long; {@code from} itself is a candidate wherever it lies.
   *
   * @return the start, or {@link #NEVER}
   */
  long earliestStart(long from, long lengthTicks, int processors, long latest);

  /** The earliest start from {@code from} on at which {@code processors} are free for so long. */
  default long earliestStart(long from, long lengthTicks, int processors) {
    return earliestStart(from, lengthTicks, processors, Long.MAX_VALUE);
  }

  /**
   * Takes processors from {@code start} to {@code end}.
   *
   * @throws IllegalArgumentException when too few are free; nothing is taken then
   */
  void hold(long start, long end, int processors);

  /** When processors held up to a tick are free again: then, or at the end of its slot. */
  default long heldUntil(long end) {
    return end;
  }

  /** Gives back what was held from {@code start} to {@code end}, or a part of it. */
  void release(long start, long end, int processors);

  /** Forgets what lies before a tick. */
  void forgetBefore(long tick);

  /**
   * Another profile of the same kind and content; later changes of one do not show in the other.
   */
  FreeCapacity copy();
}
