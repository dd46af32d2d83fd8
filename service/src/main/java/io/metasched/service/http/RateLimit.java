package io.metasched.service.http;

import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;

/** Token bucket for each name, such as a principal or an address. */
final class RateLimit {
  /**
   * Number of buckets above which full buckets are removed, because a full bucket has no
   * information.
   */
  private static final int MANY = 10_000;

  private final double perMilli;
  private final double burst;
  private final Clock clock;
  private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();

  private record Bucket(double left, long at) {}

  /**
   * Creates a rate limit.
   *
   * @param perSecond average rate per name, in requests per second
   * @param burst highest number of requests per name in a burst
   */
  RateLimit(double perSecond, double burst, Clock clock) {
    perMilli = perSecond / 1000;
    this.burst = burst;
    this.clock = clock;
  }

  /** Takes one request from a bucket; returns false if none is left. */
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
