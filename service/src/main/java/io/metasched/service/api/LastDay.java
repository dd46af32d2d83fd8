package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Money;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The book at a glance: how many jobs of each account are in which state and why they wait, and how
 * much of the nodes each hour of the last day used and earned. Making it takes time in proportion
 * to all jobs of the book, so it is made now and then and not for each reader. Immutable.
 */
public final class LastDay {
  private static final int HOURS = 24;
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  private final Instant from; // the beginning of the first hour
  private final int nodes;
  private final double[] usedMillis = new double[HOURS];
  private final long[] earnedMilli = new long[HOURS];
  private final TreeMap<String, Map<JobState, Integer>> states = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, Integer>> reasons = new TreeMap<>();

  private LastDay(Instant from, int nodes) {
    this.from = from;
    this.nodes = nodes;
  }

  /**
   * What the book has at a time; the present hour is the last one.
   *
   * @param nodes how many there are
   */
  public static LastDay of(BookState state, Instant now, int nodes) {
    var day =
        new LastDay(now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(HOURS - 1)), nodes);
    for (var each : state.jobs().entries()) {
      day.add(each.value(), now);
    }
    return day;
  }

  private void add(JobRecord job, Instant now) {
    var account = job.spec().account();
    states
        .computeIfAbsent(account, name -> new EnumMap<>(JobState.class))
        .merge(job.state(), 1, Integer::sum);
    boolean isOld = job.times().ended().filter(end -> end.isBefore(from)).isPresent();
    if (isOld) {
      return;
    }
    if ((job.state() == JobState.WAITING || job.state() == JobState.REFUSED)
        && !job.reason().equals(JobRecord.Reason.NONE)) {
      reasons
          .computeIfAbsent(account, name -> new TreeMap<>())
          .merge(job.reason().code(), 1, Integer::sum);
    }
    for (var part : job.parts()) {
      part.started().ifPresent(start -> use(start, part.ended().orElse(now)));
    }
    job.times().ended().ifPresent(end -> earnedMilli[hour(end)] += job.money().charged());
  }

  private int hour(Instant at) {
    long hour = Duration.between(from, at).toMillis() / HOUR_MILLIS;
    return (int) Math.max(0, Math.min(HOURS - 1, hour));
  }

  private void use(Instant start, Instant end) {
    for (int hour = 0; hour < HOURS; hour++) {
      long begins = from.toEpochMilli() + hour * HOUR_MILLIS;
      long first = Math.max(begins, start.toEpochMilli());
      long last = Math.min(begins + HOUR_MILLIS, end.toEpochMilli());
      usedMillis[hour] += Math.max(0, last - first);
    }
  }

  /** How many jobs of some accounts are in each state. */
  public ObjectNode states(Predicate<String> accounts) {
    var json = JsonNodeFactory.instance.objectNode();
    for (var state : JobState.values()) {
      int count = 0;
      for (var each : states.entrySet()) {
        count += accounts.test(each.getKey()) ? each.getValue().getOrDefault(state, 0) : 0;
      }
      json.put(state.label(), count);
    }
    return json;
  }

  /**
   * For how many of their jobs each reason holds, of those that wait or were refused in this day.
   */
  public ObjectNode reasons(Predicate<String> accounts) {
    var sums = new TreeMap<String, Integer>();
    reasons.forEach(
        (account, counts) -> {
          if (accounts.test(account)) {
            counts.forEach((code, count) -> sums.merge(code, count, Integer::sum));
          }
        });
    var json = JsonNodeFactory.instance.objectNode();
    sums.forEach(json::put);
    return json;
  }

  /**
   * Writes the hours.
   *
   * @param withIncome whether what owners earned is shown
   */
  public void hours(ObjectNode into, boolean withIncome) {
    var hours = into.putArray("hours");
    for (int hour = 0; hour < HOURS; hour++) {
      var each = hours.addObject();
      each.put("from", Answers.time(from.plusMillis(hour * HOUR_MILLIS)));
      each.put("used", nodes == 0 ? 0 : usedMillis[hour] / HOUR_MILLIS / nodes);
      if (withIncome) {
        each.put("income", Money.format(earnedMilli[hour]));
      }
    }
  }
}
