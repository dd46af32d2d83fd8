package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.Money;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.SortedTree;
import io.metasched.service.plan.Fleet;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Statistics of the book: states and reasons of the jobs of each account, hourly use and earnings
 * of the nodes of each domain over the last day, and waits of users. An update of earlier
 * statistics costs time linear in the changes; the first update of each hour reads the whole book.
 * Immutable.
 */
public final class LastDay {
  private final Instant from; // beginning of the first hour
  private final Fleet fleet;
  private final SortedTree<String, JobRecord> jobs; // already counted
  private final SortedTree<LedgerEntry.Key, LedgerEntry> ledger; // already counted
  private SortedTree<String, JobRecord> running = SortedTree.empty();
  private final TreeMap<String, DomainDay> ended = new TreeMap<>(); // without running jobs
  private final TreeMap<String, DomainDay> domains = new TreeMap<>();
  private final TreeMap<String, String> domainOf = new TreeMap<>(); // by account of its owners
  private final UsersDay users;
  private final TreeMap<String, UsersDay> usersOf = new TreeMap<>(); // by account
  private final TreeMap<String, Map<JobState, Integer>> states = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, Integer>> reasons = new TreeMap<>();

  /** Creates an empty day. */
  private LastDay(Instant from, Fleet fleet) {
    this.from = from;
    this.fleet = fleet;
    jobs = SortedTree.empty();
    ledger = SortedTree.empty();
    users = new UsersDay();
    var nodes = new TreeMap<String, Integer>();
    fleet.nodes().forEach(node -> nodes.merge(node.domain(), 1, Integer::sum));
    nodes.forEach((domain, count) -> ended.put(domain, DomainDay.of(from, count)));
    nodes.keySet().forEach(domain -> domainOf.put(AccountRecord.ownersOf(domain), domain));
  }

  /** Creates an update of the same day. */
  private LastDay(LastDay last, BookState state, Instant now) {
    from = last.from;
    fleet = last.fleet;
    jobs = state.jobs();
    ledger = state.ledger();
    running = last.running;
    users = last.users.copy();
    domainOf.putAll(last.domainOf);
    last.ended.forEach((domain, day) -> ended.put(domain, day.copy()));
    last.usersOf.forEach((account, day) -> usersOf.put(account, day.copy()));
    last.states.forEach((account, counts) -> states.put(account, new EnumMap<>(counts)));
    last.reasons.forEach((account, counts) -> reasons.put(account, new TreeMap<>(counts)));
    jobs.changesSince(
        last.jobs,
        (id, before, after) -> {
          before.ifPresent(job -> count(job, -1));
          after.ifPresent(job -> count(job, 1));
        });
    ledger.changesSince(
        last.ledger,
        (key, before, after) -> {
          before.ifPresent(entry -> earn(entry, -1));
          after.ifPresent(entry -> earn(entry, 1));
        });
    ended.forEach((domain, day) -> domains.put(domain, day.copy()));
    running.values().forEach(job -> run(job, now));
  }

  /** Returns the statistics of a state; the current hour is the last one. */
  public static LastDay of(BookState state, Instant now, Fleet fleet) {
    return new LastDay(new LastDay(DomainDay.firstHour(now), fleet), state, now);
  }

  /** Returns the updated statistics, equal to the statistics from {@code of()}. */
  public LastDay then(BookState state, Instant now) {
    return DomainDay.firstHour(now).equals(from)
        ? new LastDay(this, state, now)
        : of(state, now, fleet);
  }

  /** Adds income of owners from jobs, reservations and firm offers. */
  private void earn(LedgerEntry entry, int sign) {
    boolean isIncome =
        entry.kind() == LedgerEntry.Kind.CHARGE || entry.kind() == LedgerEntry.Kind.FEE;
    if (isIncome && !entry.at().isBefore(from)) {
      Optional.ofNullable(domainOf.get(entry.key().account()))
          .map(ended::get)
          .ifPresent(day -> day.earned(entry.at(), sign * entry.milli()));
    }
  }

  private void count(JobRecord job, int sign) {
    var account = job.spec().account();
    states
        .computeIfAbsent(account, name -> new EnumMap<>(JobState.class))
        .merge(job.state(), sign, Integer::sum);
    if (job.wasOver(from)) {
      return;
    }
    if ((job.state() == JobState.WAITING || job.state() == JobState.REFUSED)
        && !job.reason().equals(JobRecord.Reason.NONE)) {
      reasons
          .computeIfAbsent(account, name -> new TreeMap<>())
          .merge(job.reason().code(), sign, LastDay::sum);
    }
    boolean runs = false;
    for (var part : job.parts()) {
      runs |= runs(part);
      if (part.started().isPresent() && part.ended().isPresent()) {
        var start = part.started().get();
        var end = part.ended().get();
        of(part.node(), ended).ifPresent(day -> day.use(start, end, sign));
      }
    }
    if (runs) {
      running = sign > 0 ? running.with(job.id(), job) : running.without(job.id());
    }
    var ofAccount = usersOf.computeIfAbsent(account, name -> new UsersDay());
    if (sign > 0) {
      users.add(job);
      ofAccount.add(job);
    } else {
      users.remove(job);
      ofAccount.remove(job);
    }
  }

  /** Returns the sum, or null for zero, which removes the map entry. */
  @SuppressWarnings("NullAway") // null removes the entry
  private static Integer sum(Integer one, Integer other) {
    int sum = one + other;
    return sum == 0 ? null : sum;
  }

  private static boolean runs(PartRecord part) {
    return part.started().isPresent() && part.ended().isEmpty();
  }

  private void run(JobRecord job, Instant now) {
    for (var part : job.parts()) {
      var day = of(part.node(), domains);
      if (runs(part) && day.isPresent()) {
        part.started().ifPresent(start -> day.get().use(start, now, 1));
        day.get().earning(part.booked().priceMilli());
      }
    }
  }

  /**
   * Returns the day of a node's domain; empty if the node no longer exists, so that its time is not
   * counted.
   */
  private Optional<DomainDay> of(String node, Map<String, DomainDay> days) {
    var number = fleet.number(node);
    return number.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(days.get(fleet.nodes().get(number.getAsInt()).domain()));
  }

  /** Returns the number of jobs in each state for the selected accounts. */
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
   * Returns the number of jobs for each reason, for the selected accounts. Only jobs that wait or
   * were refused within this day are counted.
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
   * @param withIncome whether to include the owners' earnings
   * @param of filter of the domains whose hours are added up
   */
  public void hours(ObjectNode into, boolean withIncome, Predicate<String> of) {
    var summed = domains.keySet().stream().filter(of).map(domains::get).toList();
    double nodes = summed.stream().mapToInt(DomainDay::nodes).sum();
    var hours = into.putArray("hours");
    for (int i = 0; i < DomainDay.HOURS; i++) {
      int hour = i;
      var each = hours.addObject();
      each.put("from", Answers.time(from.plusMillis(hour * DomainDay.HOUR_MILLIS)));
      double used = summed.stream().mapToLong(domain -> domain.usedMillis(hour)).sum();
      each.put("used", nodes == 0 ? 0 : used / DomainDay.HOUR_MILLIS / nodes);
      if (withIncome) {
        long earned = summed.stream().mapToLong(domain -> domain.earnedMilli(hour)).sum();
        each.put("income", Money.format(earned));
      }
    }
  }

  /** Returns the current earnings per second of the owners of all domains, in 1/1000. */
  public long earningMilli() {
    return domains.values().stream().mapToLong(DomainDay::earningMilli).sum();
  }

  /** Returns the waits of users whose jobs were paid by an account and ended within this day. */
  public UsersDay users(String account) {
    return usersOf.getOrDefault(account, new UsersDay());
  }

  /** Returns the waits of users whose jobs ended within this day. */
  public UsersDay users() {
    return users;
  }
}
