package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Granted money that lapses unless it is spent before. Money that lapses earlier is spent earlier.
 *
 * @param milli amounts by the time at which they lapse, in 1/1000, above 0
 */
public record LapsingMoney(@JsonValue SortedMap<Instant, Long> milli) {
  /** No money that lapses. */
  public static final LapsingMoney NONE = new LapsingMoney(new TreeMap<>());

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public LapsingMoney {
    milli = Collections.unmodifiableSortedMap(new TreeMap<>(milli));
  }

  static LapsingMoney of(Instant lapses, long milli) {
    var one = new TreeMap<Instant, Long>();
    one.put(lapses, milli);
    return new LapsingMoney(one);
  }

  /** Returns the sum, in 1/1000. */
  public long sumMilli() {
    return milli.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the money that lapses at an instant or before. */
  public LapsingMoney until(Instant last) {
    return milli.isEmpty() ? NONE : new LapsingMoney(milli.headMap(last.plusNanos(1)));
  }

  /** Returns the money that lapses first, up to a sum in 1/1000. */
  LapsingMoney first(long mostMilli) {
    var first = new TreeMap<Instant, Long>();
    long left = mostMilli;
    for (var each : milli.entrySet()) {
      long part = Math.min(left, each.getValue());
      if (part > 0) {
        first.put(each.getKey(), part);
        left -= part;
      }
    }
    return new LapsingMoney(first);
  }

  LapsingMoney plus(LapsingMoney more) {
    return more.milli.isEmpty() ? this : sum(more, 1);
  }

  /** Returns the money without a part. */
  LapsingMoney minus(LapsingMoney part) {
    return part.milli.isEmpty() ? this : sum(part, -1);
  }

  private LapsingMoney sum(LapsingMoney other, int sign) {
    var sum = new TreeMap<>(milli);
    other.milli.forEach((at, more) -> sum.merge(at, sign * more, Long::sum));
    sum.values().removeIf(amount -> amount == 0);
    return new LapsingMoney(sum);
  }
}
