package io.metasched.simulation.system.rectangles.metric;

import static io.metasched.simulation.rule.ReportedFigures.TICKS;
import static io.metasched.simulation.rule.ReportedFigures.ratio;
import static io.metasched.simulation.rule.ReportedFigures.sum;

import io.metasched.simulation.rule.ReportedFigures;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Unrounded numbers of a run, by the checker's own formulas. */
final class RectanglesFormulas {
  private RectanglesFormulas() {}

  /**
   * Returns the number of requests that a metric counts, derived from their data, not from their
   * outcomes.
   */
  static BigDecimal count(String key, List<ReservationRow> rows) {
    return switch (key) {
      case "requests" -> count(rows, row -> row.deadline() >= 0);
      case "accepted" -> count(rows, row -> row.start() >= 0);
      case "cancelled" -> changed(rows, Wish.CANCEL);
      case "endedEarly" -> changed(rows, Wish.END_EARLY);
      case "gaveBack" -> changed(rows, Wish.GIVE_BACK);
      default -> throw new IllegalArgumentException("nothing is counted as " + key);
    };
  }

  private static BigDecimal changed(List<ReservationRow> rows, Wish wish) {
    return count(rows, row -> row.changed() >= 0 && row.wish() == wish);
  }

  private static BigDecimal count(List<ReservationRow> rows, Predicate<ReservationRow> which) {
    return sum(rows, row -> which.test(row) ? BigDecimal.ONE : BigDecimal.ZERO);
  }

  static Optional<BigDecimal> acceptanceRate(List<ReservationRow> rows) {
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ratio(
                count(rows, row -> row.outcome() != Outcome.REFUSED),
                BigDecimal.valueOf(rows.size())));
  }

  /** Returns the mean over the accepted requests. */
  static Optional<BigDecimal> mean(
      List<ReservationRow> rows, Function<ReservationRow, BigDecimal> value) {
    var accepted = accepted(rows);
    return accepted.isEmpty()
        ? Optional.empty()
        : Optional.of(ReportedFigures.mean(accepted, value));
  }

  static List<ReservationRow> accepted(List<ReservationRow> rows) {
    return rows.stream().filter(row -> row.outcome() != Outcome.REFUSED).toList();
  }

  /** Returns (start - ready + time reserved) / duration; start - ready is the wait. */
  static BigDecimal slowdown(ReservationRow row) {
    var waited = big(row.start()).subtract(big(row.ready()));
    var reserved = big(row.end()).subtract(big(row.start()));
    return ratio(waited.add(reserved), big(row.durationTicks()));
  }

  static BigDecimal delay(ReservationRow row) {
    return big(row.start()).subtract(big(row.ready())).divide(TICKS);
  }

  static Optional<BigDecimal> utilisation(RectanglesRun run) {
    return makespan(run)
        .map(
            seconds ->
                ratio(
                    sum(run.jobs(), RectanglesFormulas::used),
                    seconds.multiply(TICKS).multiply(big(run.facts().elements()))));
  }

  /**
   * Returns elements x ticks: all elements from the start to the change, and the kept elements
   * after the change.
   */
  private static BigDecimal used(ReservationRow row) {
    if (row.outcome() == Outcome.REFUSED || row.outcome() == Outcome.CANCELLED) {
      return BigDecimal.ZERO;
    }
    long until = row.changed() >= 0 ? row.changed() : row.end();
    var before = big(until).subtract(big(row.start())).multiply(big(row.taken().size()));
    var after = big(row.end()).subtract(big(until)).multiply(big(row.kept().size()));
    return before.add(after);
  }

  static Optional<BigDecimal> offeredLoad(RectanglesRun run) {
    var arrivals = run.jobs().stream().mapToLong(ReservationRow::arrival).summaryStatistics();
    if (run.jobs().isEmpty() || arrivals.getMax() == arrivals.getMin()) {
      return Optional.empty();
    }
    var work = sum(run.jobs(), row -> big(row.elements()).multiply(big(row.durationTicks())));
    var span = big(arrivals.getMax()).subtract(big(arrivals.getMin()));
    return Optional.of(ratio(work, span.multiply(big(run.facts().elements()))));
  }

  /** Returns the makespan in seconds; empty if no job has used its elements. */
  static Optional<BigDecimal> makespan(RectanglesRun run) {
    var first = run.jobs().stream().mapToLong(ReservationRow::arrival).min();
    return run.jobs().stream()
        .filter(row -> row.start() >= 0 && row.outcome() != Outcome.CANCELLED)
        .map(row -> row.kept().size() == 0 && row.changed() >= 0 ? row.changed() : row.end())
        .max(Long::compare)
        .map(last -> big(last).subtract(big(first.orElseThrow())).divide(TICKS));
  }

  private static BigDecimal big(long value) {
    return BigDecimal.valueOf(value);
  }
}
