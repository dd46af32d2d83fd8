package io.metasched.simulation.report;

import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.report.WideTable.Line;
import io.metasched.simulation.study.Difference;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.PolicyDifference;
import io.metasched.simulation.study.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Printed differences of policies: a table for each baseline. */
final class DifferenceTable {
  private DifferenceTable() {}

  /** Returns the tables; empty if no two policies are compared. */
  static Optional<String> of(ExperimentResult result) {
    var byBaseline = new LinkedHashMap<String, List<PolicyDifference>>();
    for (var difference : result.differences()) {
      byBaseline.computeIfAbsent(difference.than(), than -> new ArrayList<>()).add(difference);
    }
    if (byBaseline.isEmpty()) {
      return Optional.empty();
    }
    var shares = result.shares();
    var text = new StringBuilder();
    byBaseline.forEach((than, differences) -> text.append(table(than, differences, shares)));
    return Optional.of(text.toString());
  }

  private static String table(
      String than, List<PolicyDifference> differences, SortedSet<Series> shares) {
    var rows = differences.stream().map(PolicyDifference::row).distinct().toList();
    var byColumn = new LinkedHashMap<String, Map<String, PolicyDifference>>();
    for (var one : differences) {
      byColumn.computeIfAbsent(one.column(), name -> new LinkedHashMap<>()).put(one.row(), one);
    }
    var columns = new ArrayList<List<Line>>();
    byColumn.forEach(
        (name, byRow) -> {
          var texts = rows.stream().map(row -> text(byRow.get(row), shares)).toList();
          columns.add(List.of(Line.right(name, texts)));
        });
    return ("Difference from %s, paired by replication: mean, its 95 %% interval, share of %s's"
                + " mean;")
            .formatted(than, than)
        + " * the interval excludes 0\n"
        + WideTable.of(Line.left("", rows), columns);
  }

  private static String text(@Nullable PolicyDifference of, SortedSet<Series> shares) {
    if (of == null || of.difference().change().count() == 0) {
      return "-";
    }
    boolean isShare = shares.contains(of.cells().get(0));
    var found = of.difference();
    var text = new StringBuilder(signed(found.change().mean(), isShare));
    if (found.hasInterval()) {
      text.append(" +-").append(size(found.change().ci95(), isShare));
    }
    if (!Double.isNaN(found.relative())) {
      text.append(String.format(Locale.ROOT, " (%+.1f %%)", 100 * found.relative()));
    }
    return text.append(sign(found)).toString();
  }

  /** Returns a signed difference; a difference of shares is given in percentage points. */
  private static String signed(double value, boolean isShare) {
    return (value < 0 ? "-" : "+") + size(Math.abs(value), isShare) + (isShare ? " pp" : "");
  }

  private static String size(double value, boolean isShare) {
    return isShare ? TextTable.decimal(100 * value, 1) : ComparisonTable.number(value);
  }

  private static String sign(Difference found) {
    return found.excludesZero() ? " *" : "  ";
  }
}
