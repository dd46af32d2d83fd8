package io.metasched.simulation.report;

import static io.metasched.simulation.report.TextTable.left;
import static io.metasched.simulation.report.TextTable.right;

import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.study.Estimate;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a sweep prints: a row for each value and policy, a column for each statistic. */
public final class SweepTable {
  private SweepTable() {}

  /** The table. */
  public static String of(ExperimentResult result) {
    var measured = result.measurements();
    var series = measured.series();
    var columns = new ArrayList<ColumnData<String>>();
    columns.add(left("", row -> row));
    for (var name : series.stream().map(Series::column).distinct().toList()) {
      columns.add(right(name, row -> text(measured.estimate(row, name))));
    }
    List<String> rows = series.stream().map(Series::row).distinct().toList();
    return "%s%nmeans of %d replications with 95 %% intervals, seed %d; %d runs passed the check%n%s"
        .formatted(
            result.profile().summary(),
            measured.replications(),
            result.runSeed(),
            measured.schedulesChecked(),
            TextTable.of(rows, columns));
  }

  private static String text(Estimate estimate) {
    if (estimate.count() == 0) {
      return "-";
    }
    return estimate.count() == 1
        ? number(estimate.mean())
        : number(estimate.mean()) + " +-" + number(estimate.ci95());
  }

  private static String number(double value) {
    double size = Math.abs(value);
    var format = size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 1e5 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
