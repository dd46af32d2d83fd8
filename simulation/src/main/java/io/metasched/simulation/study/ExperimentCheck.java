package io.metasched.simulation.study;

import io.metasched.simulation.rule.ResultRule;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.StudentShare;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Check that an experiment's cells follow from the observations of its replications: means,
 * intervals, counts and verdicts are recomputed by different formulas. The observations themselves,
 * and the claims, cannot be checked from the files.
 */
public final class ExperimentCheck {
  private static final double SLACK = 1e-9;

  /** Share of Student's distribution below the upper end of a 95 % interval, with the tolerance. */
  private static final double BELOW = 0.975;

  private static final double NEAR = 1e-6;

  private final ObservedValues observed;
  private final RuleReport report;

  private ExperimentCheck(ObservedValues observed, RuleReport report) {
    this.observed = observed;
    this.report = report;
  }

  /**
   * Returns all violations; none for a sound experiment.
   *
   * @param cells cells of cells.csv
   * @param inSummary cells of summary.json
   */
  public static List<Violation> check(
      ObservedValues observed, List<CellRow> cells, List<CellRow> inSummary) {
    var violations = new ViolationCollector(RunRules.MOST_NAMED);
    new ExperimentCheck(observed, violations.of(ResultRule.CELLS.label())).check(cells);
    if (!inSummary.equals(cells)) {
      violations
          .of(ResultRule.SUMMARY.label())
          .add(
              "summary.json",
              "its cells must be those of cells.csv: %s",
              difference(inSummary, cells));
    }
    return violations.all();
  }

  /**
   * Returns the violations in the differences of policies, each of which is recomputed from the
   * pairs.
   *
   * @param rows rows of differences.csv
   */
  public static List<Violation> differences(ExperimentResult result, List<DifferenceRow> rows) {
    var violations = new ViolationCollector(RunRules.MOST_NAMED);
    var report = violations.of("differences");
    var check = new ExperimentCheck(result.measurements(), report);
    int at = 0;
    for (var group : result.compared()) {
      var cells = group.cells();
      for (var cell : cells.subList(1, cells.size())) {
        if (at < rows.size()) {
          check.check(rows.get(at), group.place(), cells.get(0), cell);
        }
        at++;
      }
    }
    if (at != rows.size()) {
      report.add("differences.csv", "it must have %d rows, but has %d", at, rows.size());
    }
    return violations.all();
  }

  private void check(
      DifferenceRow row, Series place, ComparedCells.Cell than, ComparedCells.Cell cell) {
    var where = "%s, %s less %s".formatted(place, cell.policy(), than.policy());
    if (!row.place().equals(place)
        || !row.policy().equals(cell.policy())
        || !row.than().equals(than.policy())) {
      report.add(where, "it must have a row here");
      return;
    }
    var values = observed.values(cell.series().row(), cell.series().column());
    var others = observed.values(than.series().row(), than.series().column());
    var own = new ArrayList<BigDecimal>();
    var base = new ArrayList<BigDecimal>();
    var change = new ArrayList<BigDecimal>();
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i]) && !Double.isNaN(others[i])) {
        own.add(new BigDecimal(values[i]));
        base.add(new BigDecimal(others[i]));
        change.add(new BigDecimal(values[i]).subtract(new BigDecimal(others[i])));
      }
    }
    double size = Math.abs(mean(base));
    near(where, "mean", mean(own), row.mean(), 0);
    near(where, "thanMean", mean(base), row.thanMean(), 0);
    near(where, "difference", mean(change), row.difference(), size);
    near(where, "share", size == 0 ? Double.NaN : mean(change) / size, row.share(), 1);
    if (row.count() != change.size()) {
      report.add(where, "count must be %d, but is %d", change.size(), row.count());
    }
    interval(where, Math.max(size, Math.abs(row.difference())), row.ci95(), change);
  }

  /**
   * Reports a number that differs by more than rounding.
   *
   * @param of size of the numbers that the field was computed from, whose rounding counts, too
   */
  private void near(String where, String field, double must, double is, double of) {
    boolean isRounding = Math.abs(must - is) <= SLACK * of; // false for NaN
    if (!isRounding && !isNear(must, is)) {
      report.add(where, "%s must be %s, but is %s", field, must, is);
    }
  }

  private static String difference(List<CellRow> inSummary, List<CellRow> cells) {
    for (int at = 0; at < Math.min(inSummary.size(), cells.size()); at++) {
      if (!inSummary.get(at).equals(cells.get(at))) {
        return "the cell of %s differs".formatted(cells.get(at).series());
      }
    }
    return "there are %d, not %d".formatted(inSummary.size(), cells.size());
  }

  private void check(List<CellRow> cells) {
    var named = cells.stream().map(CellRow::series).toList();
    if (!named.equals(observed.series())) {
      report.add("cells.csv", "it must have one cell per observed series, in the same order");
      return;
    }
    cells.forEach(this::check);
  }

  private void check(CellRow cell) {
    var sample = new ArrayList<BigDecimal>();
    for (var value : observed.values(cell.series().row(), cell.series().column())) {
      if (!Double.isNaN(value)) {
        sample.add(new BigDecimal(value));
      }
    }
    int count = sample.size();
    if (cell.count() != count) {
      add(cell, "count must be %d, but is %d", count, cell.count());
    }
    double mean = mean(sample);
    if (!isNear(mean, cell.ours())) {
      add(cell, "ours must be %s, but is %s", mean, cell.ours());
    }
    interval(cell.series().toString(), Math.abs(cell.ours()), cell.ci95(), sample);
    var verdict = verdict(cell);
    if (!verdict.equals(cell.verdict())) {
      add(cell, "verdict must be %s, but is %s", verdict, cell.verdict());
    }
  }

  private void add(CellRow cell, String detail, Object... values) {
    report.add(cell.series().toString(), detail, values);
  }

  private static double mean(List<BigDecimal> sample) {
    if (sample.isEmpty()) {
      return Double.NaN;
    }
    var sum = sample.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return sum.divide(BigDecimal.valueOf(sample.size()), MathContext.DECIMAL128).doubleValue();
  }

  /**
   * Reports an interval that is not Student's.
   *
   * @param scale size of the numbers that the sample was computed from, which bounds rounding
   *     errors
   */
  private void interval(String where, double scale, double ci95, List<BigDecimal> sample) {
    int count = sample.size();
    if ((count >= 2) == Double.isNaN(ci95)) {
      report.add(where, "ci95 of %d values must be %s", count, count >= 2 ? "there" : "empty");
      return;
    }
    if (count < 2) {
      return;
    }
    double error = standardError(sample);
    if (error <= SLACK * scale) {
      if (ci95 > NEAR * scale) {
        report.add(where, "ci95 of equal values must be 0, but is %s", ci95);
      }
    } else if (Math.abs(StudentShare.below(ci95 / error, count - 1) - BELOW) > NEAR) {
      report.add(
          where,
          "ci95 must enclose 95 %% of Student's distribution for a standard error of %s, but is %s",
          error,
          ci95);
    }
  }

  /** Returns the standard error of the mean, by the sums of the values and of their squares. */
  private static double standardError(List<BigDecimal> sample) {
    var count = BigDecimal.valueOf(sample.size());
    var sum = BigDecimal.ZERO;
    var squares = BigDecimal.ZERO;
    for (var value : sample) {
      sum = sum.add(value);
      squares = squares.add(value.multiply(value));
    }
    var spread = squares.multiply(count).subtract(sum.multiply(sum));
    var degrees = count.multiply(count).multiply(count.subtract(BigDecimal.ONE));
    return Math.sqrt(spread.divide(degrees, MathContext.DECIMAL128).doubleValue());
  }

  private static String verdict(CellRow cell) {
    if (Double.isNaN(cell.paper()) || Double.isNaN(cell.tolerance())) {
      return "order-only";
    }
    double allowed = cell.tolerance() * Math.abs(cell.paper());
    double least = cell.paper() - allowed;
    double most = cell.paper() + allowed;
    // exactly at the limit, either word is right, because rounding decides
    boolean isOnEdge =
        !Double.isNaN(cell.ours()) && (isNear(cell.ours(), least) || isNear(cell.ours(), most));
    if (isOnEdge && List.of("within", "outside").contains(cell.verdict())) {
      return cell.verdict();
    }
    return cell.ours() >= least && cell.ours() <= most ? "within" : "outside";
  }

  /** Returns whether values are equal except for rounding, or both are missing. */
  private static boolean isNear(double value, double other) {
    return (Double.isNaN(value) && Double.isNaN(other))
        || Math.abs(value - other) <= SLACK * Math.max(Math.abs(value), Math.abs(other));
  }
}
