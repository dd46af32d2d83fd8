package io.metasched.lab.bench.service;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;

/** Histogram of latencies in milliseconds, up to one minute. Thread-safe. */
final class Latencies {
  private final AtomicLongArray counts = new AtomicLongArray(60_001);

  /** Adds the latency of an event from its time until now. */
  void add(Instant at) {
    long millis = Duration.between(at, Instant.now()).toMillis();
    counts.incrementAndGet((int) Math.max(0, Math.min(counts.length() - 1, millis)));
  }

  /**
   * Returns a quantile of the latencies, in milliseconds: the smallest latency that a share of all
   * latencies does not exceed. Returns 0 if there are none.
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
