package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.Money;
import io.metasched.service.plan.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The book at a glance: how many jobs of each account are in which state and why they wait, how
 * much of the nodes of each domain each hour of the last day used and earned, and how users fared.
 * Making it takes time in proportion to all jobs of the book, so it is made now and then and not
 * for each reader. Immutable.
 */
public final class LastDay {
  private static final int HOURS = 24;
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  private final Instant from; // the beginning of the first hour
  private final Fleet fleet;
  private final TreeMap<String, DomainDay> domains = new TreeMap<>();
  private final UsersDay users = new UsersDay();
  private final TreeMap<String, UsersDay> usersOf = new TreeMap<>(); // by account
  private final TreeMap<String, Map<JobState, Integer>> states = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, Integer>> reasons = new TreeMap<>();

  /** The hours of a domain. */
  private static final class DomainDay {
    private final double[] usedMillis = new double[HOURS];
    private final long[] earnedMilli = new long[HOURS];
    private int nodes;
    private long earningMilli; // a second, now
  }

  private LastDay(Instant from, Fleet fleet) {
    this.from = from;
    this.fleet = fleet;
    for (var node : fleet.nodes()) {
      domains.computeIfAbsent(node.domain(), name -> new DomainDay()).nodes++;
    }
  }

  /** What the book has at a time; the present hour is the last one. */
  public static LastDay of(BookState state, Instant now, Fleet fleet) {
    var day =
        new LastDay(now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(HOURS - 1)), fleet);
    for (var each : state.jobs().entries()) {
      day.add(each.value(), now);
    }
    day.domains.forEach((name, domain) -> day.earn(state, AccountRecord.ownersOf(name), domain));
    return day;
  }

  /** What came to the owners: for jobs, reservations and offers that were held. */
  private void earn(BookState state, String owners, DomainDay domain) {
    var end = new LedgerEntry.Key(owners, Long.MAX_VALUE, Integer.MAX_VALUE);
    for (var each : state.ledger().below(end)) {
      var entry = each.value();
      if (!entry.key().account().equals(owners) || entry.at().isBefore(from)) {
        return;
      }
      if (entry.kind() == LedgerEntry.Kind.CHARGE || entry.kind() == LedgerEntry.Kind.FEE) {
        domain.earnedMilli[hour(entry.at())] += entry.milli();
      }
    }
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
      part.started().ifPresent(start -> use(part.node(), start, part.ended().orElse(now)));
      if (part.started().isPresent() && part.ended().isEmpty()) {
        domain(part.node()).ifPresent(d -> d.earningMilli += part.booked().priceMilli());
      }
    }
    users.add(job);
    usersOf.computeIfAbsent(account, name -> new UsersDay()).add(job);
  }

  private int hour(Instant at) {
    long hour = Duration.between(from, at).toMillis() / HOUR_MILLIS;
    return (int) Math.max(0, Math.min(HOURS - 1, hour));
  }

  private void use(String node, Instant start, Instant end) {
    var domain = domain(node);
    if (domain.isEmpty()) {
      return; // it is gone, and its time with it
    }
    var usedMillis = domain.get().usedMillis;
    long started = start.toEpochMilli();
    long ended = end.toEpochMilli();
    int lastHour = hour(end);
    for (int hour = hour(start); hour <= lastHour; hour++) {
      long begins = from.toEpochMilli() + hour * HOUR_MILLIS;
      long first = Math.max(begins, started);
      long last = Math.min(begins + HOUR_MILLIS, ended);
      usedMillis[hour] += Math.max(0, last - first);
    }
  }

  private Optional<DomainDay> domain(String node) {
    var number = fleet.number(node);
    return number.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(domains.get(fleet.nodes().get(number.getAsInt()).domain()));
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
   * @param of whose hours are summed up
   */
  public void hours(ObjectNode into, boolean withIncome, Predicate<String> of) {
    var summed = domains.keySet().stream().filter(of).map(domains::get).toList();
    double nodes = summed.stream().mapToInt(domain -> domain.nodes).sum();
    var hours = into.putArray("hours");
    for (int i = 0; i < HOURS; i++) {
      int hour = i;
      var each = hours.addObject();
      each.put("from", Answers.time(from.plusMillis(hour * HOUR_MILLIS)));
      double used = summed.stream().mapToDouble(domain -> domain.usedMillis[hour]).sum();
      each.put("used", nodes == 0 ? 0 : used / HOUR_MILLIS / nodes);
      if (withIncome) {
        long earned = summed.stream().mapToLong(domain -> domain.earnedMilli[hour]).sum();
        each.put("income", Money.format(earned));
      }
    }
  }

  /** What the owners of all domains earn in a second, now, in 1/1000. */
  public long earningMilli() {
    return domains.values().stream().mapToLong(domain -> domain.earningMilli).sum();
  }

  /** How users fared whose jobs were paid from an account and ended in this day. */
  public UsersDay users(String account) {
    return usersOf.getOrDefault(account, new UsersDay());
  }

  /** How users fared whose jobs ended in this day. */
  public UsersDay users() {
    return users;
  }
}
