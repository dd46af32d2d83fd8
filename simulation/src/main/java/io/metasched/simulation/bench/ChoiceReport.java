package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.decimal;
import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.simulation.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The numbers of {@link ChoiceBench} as JSON and as tables; docs/performance.md explains them. */
final class ChoiceReport {
  private static final int DIGITS = 6;
  private static final double MILLI = 1e-3;

  /** How choices for a goal grow: time ~ jobs ^ exponent. */
  private record Growth(VoGoal goal, OptionalDouble recursion, OptionalDouble exact) {}

  private ChoiceReport() {}

  static ObjectNode json(String bench, List<ChoiceRow> rows, double wallSeconds) {
    var json = BenchReport.begun(bench);
    var array = json.putArray("rows");
    for (var row : rows) {
      var object = array.addObject();
      object.put("jobs", row.jobs());
      object.put("goal", row.goal().registryName());
      object.put("offers", row.offers());
      object.put("gridCells", row.gridCells());
      BenchNumbers.put(object, "recursionSeconds", row.recursionSeconds(), DIGITS);
      BenchNumbers.put(object, "recursionMegabytes", row.recursionMegabytes(), 3);
      object.put("exactSeconds", BenchReport.rounded(row.exactSeconds(), DIGITS));
      object.put("exactMegabytes", BenchReport.rounded(row.exactMegabytes(), 3));
      object.put("proven", row.proven());
      BenchNumbers.put(object, "speedup", row.speedup(), 3);
    }
    var exponents = json.putArray("exponents");
    for (var growth : growths(rows)) {
      var object = exponents.addObject();
      object.put("goal", growth.goal().registryName());
      BenchNumbers.put(object, "recursion", growth.recursion(), 3);
      BenchNumbers.put(object, "exact", growth.exact(), 3);
    }
    json.put("wallSeconds", BenchReport.rounded(wallSeconds, 3));
    return json;
  }

  private static List<Growth> growths(List<ChoiceRow> rows) {
    var growths = new ArrayList<Growth>();
    for (var goal : VoGoal.values()) {
      var own = rows.stream().filter(row -> row.goal() == goal).toList();
      growths.add(
          new Growth(
              goal,
              BenchNumbers.exponent(
                  own.stream().filter(row -> row.recursionSeconds().isPresent()).toList(),
                  ChoiceRow::jobs,
                  row -> row.recursionSeconds().orElseThrow()),
              BenchNumbers.exponent(own, ChoiceRow::jobs, ChoiceRow::exactSeconds)));
    }
    return growths;
  }

  static String tables(List<ChoiceRow> rows) {
    return TextTable.of(
            "Choices of a combination (milliseconds; a dash: the grid is too large)",
            rows,
            List.<ColumnData<ChoiceRow>>of(
                right("jobs", row -> Integer.toString(row.jobs())),
                right("goal", row -> row.goal().registryName()),
                right("offers", row -> Integer.toString(row.offers())),
                right("cells", row -> Long.toString(row.gridCells())),
                right("recursion", row -> BenchNumbers.text(row.recursionSeconds(), MILLI, 2)),
                right("MB", row -> BenchNumbers.text(row.recursionMegabytes(), 1, 1)),
                right("exact", row -> decimal(row.exactSeconds() / MILLI, 2)),
                right("MB", row -> decimal(row.exactMegabytes(), 1)),
                right("proven", row -> Boolean.toString(row.proven())),
                right("speedup", row -> BenchNumbers.text(row.speedup(), 1, 2))))
        + '\n'
        + TextTable.of(
            "Growth: time ~ jobs ^ exponent",
            growths(rows),
            List.<ColumnData<Growth>>of(
                right("goal", growth -> growth.goal().registryName()),
                right("recursion", growth -> BenchNumbers.text(growth.recursion(), 1, 2)),
                right("exact", growth -> BenchNumbers.text(growth.exact(), 1, 2))));
  }
}
