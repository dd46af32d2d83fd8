package io.metasched.service.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts of latencies by the millisecond, up to a minute. Safe for threads. */
final class Latencies {
  private final AtomicLongArray counts = new AtomicLongArray(60_001);

  /** Counts what was at a time, and is known now. */
  void add(Instant at) {
    long millis = Duration.between(at, Instant.now()).toMillis();
    counts.incrementAndGet((int) Math.max(0, Math.min(counts.length() - 1, millis)));
  }

  /**
   * The least latency that a share of all do not exceed, in milliseconds; 0 where there is none.
   */
  double quantile(double share) {
    long all = 0;
    for (int i = 0; i < counts.length(); i++) {
      all += counts.get(i);
    }
    long seen = 0;
    for (int i = 0; i < counts.length(); i++) {
      seen += counts.get(i);
      if (all > 0 && seen >= share * all) {
        return i;
      }
    }
    return 0;
  }
}
