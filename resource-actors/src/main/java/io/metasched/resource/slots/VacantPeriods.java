package io.metasched.resource.slots;

/**
 * Bit map of the 64 equal periods in which each offer has some vacant time. The bits of one period
 * are adjacent, so that many offers are tested at one tick without reading their spans. Time before
 * the first period counts as part of it, and time after the last period as part of the last.
 *
 * <p>Confined to one thread. A query costs O(1), a change O(p) for p periods of the changed span,
 * and a copy 8 bytes for each offer.
 */
final class VacantPeriods {
  private static final int COUNT = 64;

  private final long begin;
  private final int shift; // a period has 2^shift ticks
  private final int words; // number of words of one period
  private final long[] bits; // period by period

  /** Creates the periods of [{@code begin}, {@code end}), in which no offer is vacant. */
  VacantPeriods(int offers, long begin, long end) {
    this.begin = begin;
    int periodBits = Long.SIZE - Long.numberOfLeadingZeros(COUNT - 1);
    int spanBits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, end - begin));
    shift = Math.max(0, spanBits - periodBits);
    words = (offers + Long.SIZE - 1) / Long.SIZE;
    bits = new long[COUNT * words];
  }

  private VacantPeriods(VacantPeriods other) {
    begin = other.begin;
    shift = other.shift;
    words = other.words;
    bits = other.bits.clone();
  }

  VacantPeriods copy() {
    return new VacantPeriods(this);
  }

  private int of(long tick) {
    return (int) Math.max(0, Math.min(COUNT - 1, (tick - begin) >> shift));
  }

  /** Returns whether an offer is vacant at some time in the period of {@code tick}. */
  boolean isVacantAround(int offer, long tick) {
    return (bits[of(tick) * words + (offer >>> 6)] >>> offer & 1) != 0;
  }

  /** Marks an offer as vacant in [start, end). */
  void set(int offer, long start, long end) {
    int last = of(end - 1);
    for (int period = of(start); period <= last; period++) {
      bits[period * words + (offer >>> 6)] |= 1L << offer;
    }
  }

  /** Marks an offer as not vacant in all periods that [start, end) touches. */
  void clear(int offer, long start, long end) {
    int last = of(end - 1);
    for (int period = of(start); period <= last; period++) {
      bits[period * words + (offer >>> 6)] &= ~(1L << offer);
    }
  }
}
