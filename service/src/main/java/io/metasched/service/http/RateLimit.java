package io.metasched.service.http;

import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;

/** A bucket of requests for each principal, which fills up at a rate. */
final class RateLimit {
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
  boolean take(String principal) {
    long now = clock.millis();
    boolean[] taken = {false};
    buckets.compute(
        principal,
        (name, before) -> {
          var bucket = before == null ? new Bucket(burst, now) : before;
          double left = Math.min(burst, bucket.left() + perMilli * Math.max(0, now - bucket.at()));
          taken[0] = left >= 1;
          return new Bucket(taken[0] ? left - 1 : left, now);
        });
    return taken[0];
  }
}
