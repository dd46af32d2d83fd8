package io.metasched.resource.twolevel;

import java.util.BitSet;

/**
 * Free processors of a cluster by index. A job that begins takes the free processors with the
 * lowest indices (dynamic binding). Because reservations are kept as numbers, there are always
 * enough (Proposition 1 of the hierarchical reservation paper). Cost: O(n) for n processors.
 */
public final class FreeProcessors {
  private final BitSet free = new BitSet();

  /** Creates the set of processors 0 to {@code processors - 1}, all free. */
  public FreeProcessors(int processors) {
    free.set(0, processors);
  }

  /** Returns the number of free processors. */
  public int count() {
    return free.cardinality();
  }

  /**
   * Takes the free processors with the lowest indices.
   *
   * @throws IllegalStateException if fewer are free
   */
  public BitSet take(int processors) {
    if (processors > count()) {
      throw new IllegalStateException(
          "%d processors cannot be taken from %d".formatted(processors, count()));
    }
    var taken = new BitSet();
    for (int at = free.nextSetBit(0); taken.cardinality() < processors; ) {
      taken.set(at);
      at = free.nextSetBit(at + 1);
    }
    free.andNot(taken);
    return taken;
  }

  /**
   * Releases processors.
   *
   * @throws IllegalStateException if one of them is free
   */
  public void giveBack(BitSet taken) {
    if (free.intersects(taken)) {
      throw new IllegalStateException("processors given back are free: " + taken);
    }
    free.or(taken);
  }
}
