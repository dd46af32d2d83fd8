package io.metasched.service.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Numbers of refused placements and revoked bookings in the last 24 hours of this process, by hour,
 * account and reason. Thread-safe.
 */
public final class GivenBack {
  private static final long HOURS = 24;

  private final TreeMap<Long, TreeMap<String, TreeMap<String, Integer>>> hours =
      new TreeMap<>(); // guarded by this

  private static long hour(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), Duration.ofHours(1).toMillis());
  }

  /** Counts a refused placement or a revoked booking. */
  synchronized void add(Instant at, String account, String code) {
    hours
        .computeIfAbsent(hour(at), hour -> new TreeMap<>())
        .computeIfAbsent(account, name -> new TreeMap<>())
        .merge(code, 1, Integer::sum);
    hours.headMap(hour(at) - HOURS, false).clear();
  }

  /** Returns the counts by reason for the current hour and the 23 hours before. */
  public synchronized SortedMap<String, Integer> since(Instant now, Predicate<String> accounts) {
    var sums = new TreeMap<String, Integer>();
    for (var hour : hours.tailMap(hour(now) - HOURS, false).values()) {
      hour.forEach(
          (account, counts) -> {
            if (accounts.test(account)) {
              counts.forEach((code, count) -> sums.merge(code, count, Integer::sum));
            }
          });
    }
    return sums;
  }
}
