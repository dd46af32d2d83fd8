package io.metasched.simulation.report;

import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.report.WideTable.Line;
import io.metasched.simulation.study.Estimate;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.Series;
import java.util.ArrayList;
import java.util.List;

/** Printed output of a sweep: a row for each value and policy, a column for each statistic. */
public final class SweepTable {
  private SweepTable() {}

  /** Returns the table of means and the table of differences of policies. */
  public static String of(ExperimentResult result) {
    var measured = result.measurements();
    var series = measured.series();
    var rows = series.stream().map(Series::row).distinct().toList();
    var columns = new ArrayList<List<Line>>();
    for (var name : series.stream().map(Series::column).distinct().toList()) {
      boolean isShare =
          result.cells().stream()
              .filter(cell -> cell.measure().series().column().equals(name))
              .anyMatch(MeasuredCell::isShare);
      var texts = rows.stream().map(row -> text(measured.estimate(row, name), isShare)).toList();
      columns.add(List.of(Line.right(name, texts)));
    }
    var head =
        "%s%nmeans of %d replications with 95 %% intervals, seed %d; %d runs passed the check%n"
            .formatted(
                result.profile().summary(),
                measured.replications(),
                result.runSeed(),
                measured.schedulesChecked());
    var differences = DifferenceTable.of(result).map(text -> "\n" + text).orElse("");
    return head + WideTable.of(Line.left("", rows), columns) + differences;
  }

  private static String text(Estimate estimate, boolean isShare) {
    if (estimate.count() == 0) {
      return "-";
    }
    var text = number(estimate.mean(), isShare);
    if (estimate.count() > 1) {
      text += " +-" + number(estimate.ci95(), isShare);
    }
    return isShare ? text + " %" : text;
  }

  /** Returns a number; a share is given in percent with one decimal place. */
  private static String number(double value, boolean isShare) {
    return isShare ? TextTable.decimal(100 * value, 1) : ComparisonTable.number(value);
  }
}
