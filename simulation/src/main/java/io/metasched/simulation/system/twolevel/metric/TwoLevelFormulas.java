package io.metasched.simulation.system.twolevel.metric;

import static io.metasched.simulation.rule.ReportedFigures.TICKS;
import static io.metasched.simulation.rule.ReportedFigures.mean;
import static io.metasched.simulation.rule.ReportedFigures.ratio;
import static io.metasched.simulation.rule.ReportedFigures.sum;

import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The checker's own, exact formulas of all metrics of a run on two levels. */
final class TwoLevelFormulas {
  private TwoLevelFormulas() {}

  /** Returns the number of jobs that a metric counts. */
  static Optional<BigDecimal> count(String key, TwoLevelRun run) {
    var asked = asked(run.jobs());
    var placed = promised(run);
    var late = placed.stream().filter(row -> tardiness(row).signum() > 0).toList();
    return switch (key) {
      case "jobs" -> number(run.jobs().size());
      case "reservations" -> number(asked.size());
      case "inTime" -> number(placed.size() - late.size());
      case "late" -> number(late.size());
      case "refused" -> number(asked.size() - placed.size());
      case "stopped" ->
          number(
              ran(run).stream()
                  .filter(row -> row.outcome() == TwoLevelJobRow.Outcome.STOPPED)
                  .count());
      default -> throw new IllegalArgumentException("nothing is counted as " + key);
    };
  }

  /** Returns the number of providers that take reservations, if not all do. */
  static Optional<BigDecimal> setApart(TwoLevelRun run) {
    int asked = run.facts().asked();
    return number(asked == run.facts().providers() ? 0 : asked);
  }

  static Optional<BigDecimal> utilisation(TwoLevelRun run) {
    return Optional.of(share(ran(run), run, run.facts().providers()));
  }

  static Optional<BigDecimal> meanFlow(TwoLevelRun run) {
    return Optional.of(mean(ran(run), row -> seconds(row.submit(), row.end())));
  }

  static Optional<BigDecimal> meanTardiness(TwoLevelRun run) {
    return Optional.of(mean(promised(run), row -> tardiness(row).divide(TICKS)));
  }

  static Optional<BigDecimal> meanWait(TwoLevelRun run) {
    return meanOf(waits(run));
  }

  static Optional<BigDecimal> meanBatchWait(TwoLevelRun run) {
    return meanOf(batchWaits(run));
  }

  /** Returns the mean; empty if there are no jobs. */
  private static Optional<BigDecimal> meanOf(List<BigDecimal> waits) {
    return waits.isEmpty() ? Optional.empty() : Optional.of(mean(waits, wait -> wait));
  }

  static List<BigDecimal> waits(TwoLevelRun run) {
    return ran(run).stream().map(row -> seconds(row.submit(), row.start())).toList();
  }

  static List<BigDecimal> batchWaits(TwoLevelRun run) {
    return ran(run).stream()
        .filter(row -> row.kind() == TwoLevelJobRow.Kind.BATCH)
        .map(row -> seconds(row.submit(), row.start()))
        .toList();
  }

  static Optional<BigDecimal> makespan(TwoLevelRun run) {
    return ran(run).isEmpty() ? Optional.empty() : Optional.of(span(run).divide(TICKS));
  }

  static Optional<BigDecimal> jobs(TwoLevelMetrics.OfProvider group) {
    return number(there(group).size());
  }

  static Optional<BigDecimal> reservations(TwoLevelMetrics.OfProvider group) {
    return number(asked(there(group)).size());
  }

  static Optional<BigDecimal> processorSeconds(TwoLevelMetrics.OfProvider group) {
    return Optional.of(work(there(group)).divide(TICKS));
  }

  static Optional<BigDecimal> utilisation(TwoLevelMetrics.OfProvider group) {
    return ran(group.run()).isEmpty()
        ? Optional.empty()
        : Optional.of(share(there(group), group.run(), 1));
  }

  private static Optional<BigDecimal> number(long count) {
    return Optional.of(BigDecimal.valueOf(count));
  }

  private static List<TwoLevelJobRow> ran(TwoLevelRun run) {
    return run.jobs().stream().filter(row -> row.start() >= 0 && row.end() >= 0).toList();
  }

  /** Returns the jobs that ran on a provider. */
  private static List<TwoLevelJobRow> there(TwoLevelMetrics.OfProvider group) {
    return ran(group.run()).stream().filter(row -> row.provider() == group.provider()).toList();
  }

  private static List<TwoLevelJobRow> asked(List<TwoLevelJobRow> rows) {
    return rows.stream().filter(row -> row.kind() == TwoLevelJobRow.Kind.RESERVATION).toList();
  }

  private static List<TwoLevelJobRow> promised(TwoLevelRun run) {
    return asked(run.jobs()).stream().filter(row -> row.promised() >= 0).toList();
  }

  /** Returns the time from the first submission of all jobs to the last end. */
  private static BigDecimal span(TwoLevelRun run) {
    long first = run.jobs().stream().mapToLong(TwoLevelJobRow::submit).min().orElse(0);
    long last = ran(run).stream().mapToLong(TwoLevelJobRow::end).max().orElse(first);
    return between(first, last);
  }

  private static BigDecimal share(List<TwoLevelJobRow> rows, TwoLevelRun run, int providers) {
    var processors =
        BigDecimal.valueOf(providers).multiply(BigDecimal.valueOf(run.facts().processors()));
    return ratio(work(rows), span(run).multiply(processors));
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

  private static BigDecimal seconds(long from, long to) {
    return between(from, to).divide(TICKS);
  }

  private static BigDecimal between(long start, long end) {
    return BigDecimal.valueOf(end).subtract(BigDecimal.valueOf(start));
  }
}
