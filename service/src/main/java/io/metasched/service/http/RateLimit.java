package io.metasched.service.http;

import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;

/** A bucket of requests for each name, such as a principal or an address, which fills at a rate. */
final class RateLimit {
  /** Number of buckets from which on those that are full, and so say nothing, are dropped. */
  private static final int MANY = 10_000;

  private final double perMilli;
  private final double burst;
  private final Clock clock;
  private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();

  private record Bucket(double left, long at) {}

  /**
   * @param perSecond requests that each may make on average
   * @param burst requests that each may make at once
   */
  RateLimit(double perSecond, double burst, Clock clock) {
    perMilli = perSecond / 1000;
    this.burst = burst;
    this.clock = clock;
  }

  /** Takes one request; false where there is none left. */
  boolean take(String name) {
    long now = clock.millis();
    if (buckets.size() >= MANY) {
      buckets.values().removeIf(bucket -> left(bucket, now) >= burst);
    }
    boolean[] taken = {false};
    buckets.compute(
        name,
        (same, before) -> {
          double left = before == null ? burst : left(before, now);
          taken[0] = left >= 1;
          return new Bucket(taken[0] ? left - 1 : left, now);
        });
    return taken[0];
  }

  private double left(Bucket bucket, long now) {
    return Math.min(burst, bucket.left() + perMilli * Math.max(0, now - bucket.at()));
  }
}
