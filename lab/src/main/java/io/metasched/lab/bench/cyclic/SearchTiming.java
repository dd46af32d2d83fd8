package io.metasched.lab.bench.cyclic;

import org.HdrHistogram.Histogram;

/** Times of searches, in nanoseconds, and the number of slots that the domains sent for them. */
final class SearchTiming {
  private static final int DIGITS = 3;

  final Histogram fanned = new Histogram(DIGITS);
  final Histogram merged = new Histogram(DIGITS);
  private long fannedNanos;
  private long slotsShipped;

  void add(long fannedTook, long mergedTook, long shipped) {
    fanned.recordValue(fannedTook);
    merged.recordValue(mergedTook);
    fannedNanos += fannedTook;
    slotsShipped += shipped;
  }

  void add(SearchTiming other) {
    fanned.add(other.fanned);
    merged.add(other.merged);
    fannedNanos += other.fannedNanos;
    slotsShipped += other.slotsShipped;
  }

  double searchesPerSecond() {
    return fanned.getTotalCount() * 1e9 / Math.max(1, fannedNanos);
  }

  double slotsShipped() {
    return (double) slotsShipped / Math.max(1, fanned.getTotalCount());
  }
}
