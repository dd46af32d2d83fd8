package io.metasched.service.api;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Hourly use and earnings of a domain's nodes over a day. Not thread-safe while under construction.
 */
final class DomainDay {
  static final int HOURS = 24;
  static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  private final Instant from;
  private final int nodes;
  private final long[] usedMillis;
  private final long[] earnedMilli;
  private long earningMilli; // per second, at present

  private DomainDay(Instant from, int nodes, long[] usedMillis, long[] earnedMilli) {
    this.from = from;
    this.nodes = nodes;
    this.usedMillis = usedMillis;
    this.earnedMilli = earnedMilli;
  }

  /** Creates an empty day. */
  static DomainDay of(Instant from, int nodes) {
    return new DomainDay(from, nodes, new long[HOURS], new long[HOURS]);
  }

  /** Returns the beginning of the first hour of a day whose last hour is the current hour. */
  static Instant firstHour(Instant now) {
    return now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(HOURS - 1));
  }

  DomainDay copy() {
    var copy = new DomainDay(from, nodes, usedMillis.clone(), earnedMilli.clone());
    copy.earningMilli = earningMilli;
    return copy;
  }

  private int hour(Instant at) {
    long hour = Math.floorDiv(Duration.between(from, at).toMillis(), HOUR_MILLIS);
    return (int) Math.max(0, Math.min(HOURS - 1, hour));
  }

  /** Adds the use of a node, or subtracts it if {@code sign} is -1. */
  void use(Instant start, Instant end, int sign) {
    long started = start.toEpochMilli();
    long ended = end.toEpochMilli();
    int lastHour = hour(end);
    for (int hour = hour(start); hour <= lastHour; hour++) {
      long begins = from.toEpochMilli() + hour * HOUR_MILLIS;
      long first = Math.max(begins, started);
      long last = Math.min(begins + HOUR_MILLIS, ended);
      usedMillis[hour] += sign * Math.max(0, last - first);
    }
  }

  /** Adds an amount earned by the owners. */
  void earned(Instant at, long milli) {
    earnedMilli[hour(at)] += milli;
  }

  /** Adds a node in use at present, with its price per second. */
  void earning(long priceMilli) {
    earningMilli += priceMilli;
  }

  int nodes() {
    return nodes;
  }

  long usedMillis(int hour) {
    return usedMillis[hour];
  }

  long earnedMilli(int hour) {
    return earnedMilli[hour];
  }

  long earningMilli() {
    return earningMilli;
  }
}
