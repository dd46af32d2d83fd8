package io.metasched.simulation.check;

import static io.metasched.simulation.check.ToldFigures.TICKS;
import static io.metasched.simulation.check.ToldFigures.mean;
import static io.metasched.simulation.check.ToldFigures.ratio;
import static io.metasched.simulation.check.ToldFigures.sum;

import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.result.TwoLevelJobRow;
import io.metasched.simulation.result.TwoLevelPlacementRow;
import io.metasched.simulation.result.TwoLevelSummary;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Says whether what a summary tells of a policy on two levels follows from its files. */
final class TwoLevelSummaryCheck {
  private final List<TwoLevelJobRow> jobs;
  private final List<TwoLevelPlacementRow> placements;
  private final TwoLevelSummary summary;
  private final TwoLevelSummary.Policy told;
  private final Report report;
  private final ToldFigures figures;

  TwoLevelSummaryCheck(
      List<TwoLevelJobRow> jobs,
      List<TwoLevelPlacementRow> placements,
      TwoLevelSummary summary,
      TwoLevelSummary.Policy told,
      Report report) {
    this.jobs = jobs;
    this.placements = placements;
    this.summary = summary;
    this.told = told;
    this.report = report;
    figures = new ToldFigures(report);
  }

  void check() {
    if (summary.jobs() != jobs.size()) {
      report.add("jobs", "it must be %d, but is %d", jobs.size(), summary.jobs());
    }
    var digest = PlacementsDigest.ofTwoLevels(placements);
    if (!digest.equals(told.placementsDigest())) {
      report.add(
          "placementsDigest", "it must be %s, that of the placements, but is another", digest);
    }
    var asked = jobs.stream().filter(TwoLevelJobRow::isReservation).toList();
    var placed = asked.stream().filter(row -> row.promised() >= 0).toList();
    long late = placed.stream().filter(row -> tardiness(row).signum() > 0).count();
    number("reservations", asked.size());
    number("inTime", placed.size() - late);
    number("late", late);
    number("refused", asked.size() - placed.size());
    number("stopped", jobs.stream().filter(TwoLevelJobRow::stopped).count());
    number("meanTardiness", mean(placed, row -> tardiness(row).divide(TICKS)));
    var ran = jobs.stream().filter(TwoLevelJobRow::hasRun).toList();
    number("meanFlow", mean(ran, row -> between(row.submit(), row.end()).divide(TICKS)));
    meanWait("meanWait", ran);
    meanWait("meanBatchWait", ran.stream().filter(row -> !row.isReservation()).toList());
    var makespan = makespan(ran);
    number("utilisation", share(ran, makespan, summary.providers()));
    if (!ran.isEmpty()) {
      number("makespan", ratio(makespan, TICKS));
    }
    byProvider(ran, makespan);
  }

  private void byProvider(List<TwoLevelJobRow> ran, BigDecimal makespan) {
    var indices = IntStream.range(0, summary.providers()).boxed().toList();
    if (!List.copyOf(told.byProvider().keySet()).equals(indices)) {
      report.add("byProvider", "it must have each provider from 0 on once");
      return;
    }
    for (int index : indices) {
      var numbers = told.byProvider().getOrDefault(index, new TreeMap<>());
      var there = ran.stream().filter(row -> row.provider() == index).toList();
      var where = "byProvider %d: ".formatted(index);
      long reservations = there.stream().filter(TwoLevelJobRow::isReservation).count();
      figures.expect(numbers, where, "jobs", BigDecimal.valueOf(there.size()));
      figures.expect(numbers, where, "reservations", BigDecimal.valueOf(reservations));
      figures.expect(numbers, where, "processorSeconds", ratio(work(there), TICKS));
      if (!ran.isEmpty()) {
        figures.expect(numbers, where, "utilisation", share(there, makespan, 1));
      }
    }
  }

  /** There is no mean over no job. */
  private void meanWait(String key, List<TwoLevelJobRow> rows) {
    if (!rows.isEmpty()) {
      number(key, mean(rows, row -> between(row.submit(), row.start()).divide(TICKS)));
    } else if (told.numbers().containsKey(key)) {
      report.add(key, "it must be null, as there is no such job");
    }
  }

  private void number(String key, long expected) {
    number(key, BigDecimal.valueOf(expected));
  }

  private void number(String key, BigDecimal expected) {
    figures.expect(told.numbers(), "", key, expected);
  }

  /** From the first submission of all jobs to the last end. */
  private BigDecimal makespan(List<TwoLevelJobRow> ran) {
    long first = jobs.stream().mapToLong(TwoLevelJobRow::submit).min().orElse(0);
    long last = ran.stream().mapToLong(TwoLevelJobRow::end).max().orElse(first);
    return between(first, last);
  }

  private BigDecimal share(List<TwoLevelJobRow> ran, BigDecimal makespan, int providers) {
    var processors =
        BigDecimal.valueOf(providers).multiply(BigDecimal.valueOf(summary.processors()));
    return ratio(work(ran), makespan.multiply(processors));
  }

  private static BigDecimal work(List<TwoLevelJobRow> rows) {
    return sum(
        rows,
        row -> between(row.start(), row.end()).multiply(BigDecimal.valueOf(row.processors())));
  }

  private static BigDecimal tardiness(TwoLevelJobRow row) {
    return between(row.due(), row.promised())
        .add(BigDecimal.valueOf(row.grantedTicks()))
        .max(BigDecimal.ZERO);
  }

  private static BigDecimal between(long start, long end) {
    return BigDecimal.valueOf(end).subtract(BigDecimal.valueOf(start));
  }
}
