package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.decimal;
import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The numbers of {@link CycleBench} as JSON and as tables; docs/performance.md explains them. */
final class CycleReport {
  private static final int DIGITS = 6;
  private static final double MILLI = 1e-3;

  /**
   * How a cycle under a policy grows.
   *
   * @param byNodes with the nodes, for the greatest number of jobs
   * @param byJobs with the jobs, on the greatest number of nodes
   */
  private record Growth(String policy, OptionalDouble byNodes, OptionalDouble byJobs) {}

  private CycleReport() {}

  static ObjectNode json(
      String bench, List<CycleRow> rows, List<GatherRow> gatherings, double wallSeconds) {
    var json = BenchReport.begun(bench);
    var cycles = json.putArray("rows");
    rows.forEach(row -> cycles.add(json(row)));
    var alternatives = json.putArray("alternatives");
    gatherings.forEach(row -> alternatives.add(json(row)));
    var exponents = json.putArray("exponents");
    for (var growth : growths(rows)) {
      var object = exponents.addObject();
      object.put("policy", growth.policy());
      BenchNumbers.put(object, "nodes", growth.byNodes(), 3);
      BenchNumbers.put(object, "jobs", growth.byJobs(), 3);
    }
    json.put("wallSeconds", BenchReport.rounded(wallSeconds, 3));
    return json;
  }

  private static ObjectNode json(CycleRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("nodes", row.nodes());
    json.put("jobs", row.jobs());
    json.put("policy", row.policy());
    json.put("slots", row.slots());
    json.put("cycles", row.cycles());
    json.put("placed", row.placed());
    json.put("alternatives", BenchReport.rounded(row.alternatives(), 3));
    json.put("planSeconds", BenchReport.rounded(row.planSeconds(), DIGITS));
    json.put("planProcessorSeconds", BenchReport.rounded(row.processorSeconds(), DIGITS));
    json.put("bookSeconds", BenchReport.rounded(row.bookSeconds(), DIGITS));
    json.put("cycleSeconds", BenchReport.rounded(row.cycleSeconds(), DIGITS));
    json.put("planMegabytes", BenchReport.rounded(row.planMegabytes(), 3));
    BenchNumbers.put(json, "publishedPlanSeconds", row.publishedSeconds(), DIGITS);
    BenchNumbers.put(json, "speedup", row.speedup(), 3);
    return json;
  }

  private static ObjectNode json(GatherRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("nodes", row.nodes());
    json.put("jobs", row.jobs());
    json.put("by", row.by());
    json.put("alternatives", row.alternatives());
    json.put("firstMicros", BenchReport.rounded(row.firstMicros(), 3));
    json.put("moreMicros", BenchReport.rounded(row.moreMicros(), 3));
    json.put("ratio", BenchReport.rounded(row.ratio(), 3));
    return json;
  }

  private static List<Growth> growths(List<CycleRow> rows) {
    int mostNodes = rows.stream().mapToInt(CycleRow::nodes).max().orElse(0);
    int mostJobs = rows.stream().mapToInt(CycleRow::jobs).max().orElse(0);
    var growths = new ArrayList<Growth>();
    for (var policy : rows.stream().map(CycleRow::policy).distinct().toList()) {
      var own = rows.stream().filter(row -> row.policy().equals(policy)).toList();
      growths.add(
          new Growth(
              policy,
              BenchNumbers.exponent(
                  own.stream().filter(row -> row.jobs() == mostJobs).toList(),
                  CycleRow::nodes,
                  CycleRow::cycleSeconds),
              BenchNumbers.exponent(
                  own.stream().filter(row -> row.nodes() == mostNodes).toList(),
                  CycleRow::jobs,
                  CycleRow::cycleSeconds)));
    }
    return growths;
  }

  static String tables(List<CycleRow> rows, List<GatherRow> gatherings) {
    return TextTable.of(
            "Cycles (milliseconds)",
            rows,
            List.<ColumnData<CycleRow>>of(
                right("nodes", row -> Integer.toString(row.nodes())),
                right("jobs", row -> Integer.toString(row.jobs())),
                right("policy", CycleRow::policy),
                right("slots", row -> Integer.toString(row.slots())),
                right("placed", row -> Integer.toString(row.placed())),
                right("alternatives", row -> decimal(row.alternatives(), 1)),
                right("plan", row -> decimal(row.planSeconds() / MILLI, 2)),
                right("processor", row -> decimal(row.processorSeconds() / MILLI, 2)),
                right("book", row -> decimal(row.bookSeconds() / MILLI, 2)),
                right("MB", row -> decimal(row.planMegabytes(), 1)),
                right("published", row -> BenchNumbers.text(row.publishedSeconds(), MILLI, 2)),
                right("speedup", row -> BenchNumbers.text(row.speedup(), 1, 1))))
        + '\n'
        + TextTable.of(
            "Alternatives (microseconds each)",
            gatherings,
            List.<ColumnData<GatherRow>>of(
                right("nodes", row -> Integer.toString(row.nodes())),
                right("jobs", row -> Integer.toString(row.jobs())),
                right("by", GatherRow::by),
                right("found", row -> Integer.toString(row.alternatives())),
                right("first", row -> decimal(row.firstMicros(), 1)),
                right("one more", row -> decimal(row.moreMicros(), 1)),
                right("ratio", row -> decimal(row.ratio(), 2))))
        + '\n'
        + TextTable.of(
            "Growth: time of a cycle ~ number ^ exponent",
            growths(rows),
            List.<ColumnData<Growth>>of(
                right("policy", Growth::policy),
                right("nodes", growth -> BenchNumbers.text(growth.byNodes(), 1, 2)),
                right("jobs", growth -> BenchNumbers.text(growth.byJobs(), 1, 2))));
  }
}
