package io.metasched.simulation.check;

import static io.metasched.simulation.check.ToldFigures.TICKS;
import static io.metasched.simulation.check.ToldFigures.mean;
import static io.metasched.simulation.check.ToldFigures.ratio;
import static io.metasched.simulation.check.ToldFigures.seconds;

import io.metasched.simulation.result.ReplayRow;
import io.metasched.simulation.result.ReplaySummary;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Says whether the jobs of a replay, as its files have them, are possible on so many processors,
 * and whether its summary follows from them. All is computed anew and in another way: sums are
 * exact decimals, ranks are counted, loads are sums over a map of changes.
 */
public final class ReplayResultCheck {
  private static final BigDecimal LEAST_RUN = BigDecimal.valueOf(10_000);

  private final List<ReplayRow> rows;
  private final ReplaySummary summary;
  private final ReplaySummary.Policy told;
  private final Report jobs;
  private final Report totals;
  private final ToldFigures figures;

  private ReplayResultCheck(
      List<ReplayRow> rows, ReplaySummary summary, ReplaySummary.Policy told, Findings findings) {
    this.rows = rows;
    this.summary = summary;
    this.told = told;
    jobs = findings.of("replay");
    totals = findings.of("summary");
    figures = new ToldFigures(totals);
  }

  /**
   * All that is wrong; nothing for a sound replay.
   *
   * @param rows the jobs under one policy
   * @param summary what is told of the replay
   * @param told what it tells of this policy
   */
  public static List<Violation> check(
      List<ReplayRow> rows, ReplaySummary summary, ReplaySummary.Policy told) {
    var findings = new Findings(Checker.MOST_TOLD);
    var check = new ReplayResultCheck(rows, summary, told, findings);
    rows.forEach(check::job);
    var started = rows.stream().filter(row -> row.start() >= 0 && row.end() >= 0).toList();
    check.load(started);
    check.summary(started);
    return findings.all();
  }

  private void job(ReplayRow row) {
    var where = "job " + row.id();
    if (row.start() < 0 || row.end() < 0 || row.waitTicks() == -1) {
      jobs.add(where, "it must have a start, an end and a wait");
      return;
    }
    if (row.start() < row.submit()) {
      jobs.add(
          where,
          "it starts at %s, before its submission at %s",
          seconds(row.start()),
          seconds(row.submit()));
    }
    if (row.waitTicks() != row.start() - row.submit()) {
      jobs.add(where, "wait must be start - submit, %s s", seconds(row.start() - row.submit()));
    }
    long run = row.end() - row.start();
    if (run < 1 || run > row.estimate() || (row.stopped() && run != row.estimate())) {
      var allowed = row.stopped() ? "as long as" : "at most as long as";
      jobs.add(where, "it must run %s its estimate, but runs %s s", allowed, seconds(run));
    }
    if (told.periodTicks() > 0 && row.start() % told.periodTicks() != 0) {
      jobs.add(where, "it must start at a multiple of the period");
    }
  }

  private void load(List<ReplayRow> started) {
    var changes = new TreeMap<Long, Long>();
    for (var row : started) {
      changes.merge(row.start(), (long) row.processors(), Long::sum);
      changes.merge(row.end(), (long) -row.processors(), Long::sum);
    }
    long busy = 0;
    for (var change : changes.entrySet()) {
      busy += change.getValue();
      if (busy > summary.processors()) {
        jobs.add(
            "time " + seconds(change.getKey()),
            "at most %d processors may run, but %d do",
            summary.processors(),
            busy);
      }
    }
  }

  private void summary(List<ReplayRow> started) {
    if (summary.jobs() != rows.size()) {
      totals.add("jobs", "it must be %d, but is %d", rows.size(), summary.jobs());
    }
    if (started.isEmpty()) {
      return; // each job that did not start has been told of
    }
    var numbers = told.numbers();
    figures.expect(numbers, "", "jobs", BigDecimal.valueOf(started.size()));
    means(numbers, "", started);
    figures.expect(numbers, "", "meanSlowdown", mean(started, row -> ratio(flow(row), run(row))));
    long first = rows.stream().mapToLong(ReplayRow::submit).min().orElseThrow();
    long last = started.stream().mapToLong(ReplayRow::end).max().orElseThrow();
    var makespan = BigDecimal.valueOf(last - first);
    figures.expect(numbers, "", "makespan", ratio(makespan, TICKS));
    var room = makespan.multiply(BigDecimal.valueOf(summary.processors()));
    figures.expect(numbers, "", "utilisation", ratio(work(started), room));
    figures.expect(numbers, "", "maxQueue", BigDecimal.valueOf(longestQueue(started)));
    rank(started, "p50Wait", 50);
    rank(started, "p95Wait", 95);
    rank(started, "p99Wait", 99);
    groups("byUser", told.byUser(), started, ReplayRow::user);
    groups("bySize", told.bySize(), started, ReplayResultCheck::sizeClass);
  }

  /** What the summary has of all jobs and of each group. */
  private void means(SortedMap<String, Double> numbers, String where, List<ReplayRow> members) {
    figures.expect(numbers, where, "meanWait", mean(members, row -> waited(row).divide(TICKS)));
    figures.expect(numbers, where, "meanFlow", mean(members, row -> flow(row).divide(TICKS)));
    figures.expect(
        numbers,
        where,
        "meanBoundedSlowdown",
        mean(members, row -> ratio(flow(row), run(row).max(LEAST_RUN)).max(BigDecimal.ONE)));
  }

  private void groups(
      String list,
      SortedMap<Integer, SortedMap<String, Double>> groups,
      List<ReplayRow> started,
      ToLongFunction<ReplayRow> key) {
    var counted = new TreeMap<Integer, List<ReplayRow>>();
    for (var row : started) {
      counted.computeIfAbsent((int) key.applyAsLong(row), k -> new ArrayList<>()).add(row);
    }
    if (!counted.keySet().equals(groups.keySet())) {
      totals.add(list, "it must have the groups %s, but has %s", counted.keySet(), groups.keySet());
      return;
    }
    counted.forEach(
        (value, members) -> {
          var numbers = groups.getOrDefault(value, new TreeMap<>());
          var where = "%s %d: ".formatted(list, value);
          figures.expect(numbers, where, "jobs", BigDecimal.valueOf(members.size()));
          means(numbers, where, members);
          figures.expect(numbers, where, "processorSeconds", ratio(work(members), TICKS));
        });
  }

  /** The least power of two that is not below the size. */
  private static long sizeClass(ReplayRow row) {
    long upTo = 1;
    while (upTo < row.processors()) {
      upTo *= 2;
    }
    return Math.min(upTo, Integer.MAX_VALUE);
  }

  /** The most jobs that wait when a pass has been: just behind submissions it is longest. */
  private long longestQueue(List<ReplayRow> started) {
    var changes = new TreeMap<Long, Long>();
    long period = told.periodTicks();
    for (var row : started) {
      long seen = period == 0 ? row.submit() : (row.submit() + period - 1) / period * period;
      changes.merge(seen, 1L, Long::sum);
      changes.merge(row.start(), -1L, Long::sum);
    }
    long waiting = 0;
    long most = 0;
    for (long change : changes.values()) {
      waiting += change;
      most = Math.max(most, waiting);
    }
    return most;
  }

  /** A percentile is a wait that enough jobs do not exceed, and too few stay below. */
  private void rank(List<ReplayRow> started, String key, int percent) {
    double value = told.numbers().getOrDefault(key, Double.NaN);
    long ticks = Math.round(value * TICKS.doubleValue());
    long below = started.stream().filter(row -> row.start() - row.submit() < ticks).count();
    long within = started.stream().filter(row -> row.start() - row.submit() <= ticks).count();
    boolean isRight =
        within * 100 >= percent * (long) started.size()
            && below * 100 < percent * (long) started.size()
            && within > below;
    if (Double.isNaN(value) || !isRight) {
      totals.add(
          key, "it is %s, but %d jobs wait less and %d no more than that", value, below, within);
    }
  }

  private static BigDecimal work(List<ReplayRow> rows) {
    return ToldFigures.sum(rows, row -> run(row).multiply(BigDecimal.valueOf(row.processors())));
  }

  private static BigDecimal waited(ReplayRow row) {
    return BigDecimal.valueOf(row.start() - row.submit());
  }

  private static BigDecimal flow(ReplayRow row) {
    return BigDecimal.valueOf(row.end() - row.submit());
  }

  private static BigDecimal run(ReplayRow row) {
    return BigDecimal.valueOf(row.end() - row.start());
  }
}
