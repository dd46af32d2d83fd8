package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.report.TextTable;
import java.util.List;
import java.util.OptionalDouble;

/** The numbers of {@link ReplayBench} as JSON and as tables; docs/performance.md explains them. */
final class ReplayBenchReport {
  private ReplayBenchReport() {}

  static ObjectNode json(String bench, List<ReplayBenchRow> rows, double wallSeconds) {
    var json = BenchReport.begun(bench);
    var array = json.putArray("rows");
    for (var row : rows) {
      var object = array.addObject();
      object.put("jobs", row.jobs());
      object.put("policy", row.policy());
      BenchNumbers.put(object, "seconds", row.seconds(), 4);
      BenchNumbers.put(object, "jobsPerSecond", row.jobsPerSecond(), 0);
      BenchNumbers.put(object, "ratio", row.ratio(), 2);
      if (row.mostWaiting().isPresent()) {
        object.put("mostWaiting", row.mostWaiting().getAsInt());
      } else {
        object.putNull("mostWaiting");
      }
    }
    var exponents = json.putObject("exponents");
    for (var policy : policies(rows)) {
      BenchNumbers.put(exponents, policy, exponent(rows, policy), 3);
    }
    json.put("wallSeconds", BenchReport.rounded(wallSeconds, 3));
    return json;
  }

  private static List<String> policies(List<ReplayBenchRow> rows) {
    return rows.stream().map(ReplayBenchRow::policy).distinct().toList();
  }

  /** How the time of a policy grows with the jobs, over the rows it came to an end in. */
  private static OptionalDouble exponent(List<ReplayBenchRow> rows, String policy) {
    return BenchNumbers.exponent(
        rows.stream().filter(r -> r.policy().equals(policy) && r.seconds().isPresent()).toList(),
        ReplayBenchRow::jobs,
        row -> row.seconds().orElseThrow());
  }

  static String tables(List<ReplayBenchRow> rows) {
    return TextTable.of(
            "Replays on one cluster (a dash: longer than the limit)",
            rows,
            List.<ColumnData<ReplayBenchRow>>of(
                right("jobs", row -> Integer.toString(row.jobs())),
                right("policy", ReplayBenchRow::policy),
                right("seconds", row -> BenchNumbers.text(row.seconds(), 1, 3)),
                right("jobs/s", row -> BenchNumbers.text(row.jobsPerSecond(), 1, 0)),
                right("x fcfs", row -> BenchNumbers.text(row.ratio(), 1, 2)),
                right(
                    "most waiting",
                    row ->
                        row.mostWaiting().isPresent()
                            ? Integer.toString(row.mostWaiting().getAsInt())
                            : "-")))
        + '\n'
        + TextTable.of(
            "Growth: time ~ jobs ^ exponent",
            policies(rows),
            List.<ColumnData<String>>of(
                right("policy", policy -> policy),
                right("exponent", policy -> BenchNumbers.text(exponent(rows, policy), 1, 2))));
  }
}
