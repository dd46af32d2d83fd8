package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.decimal;
import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.bench.ScalingModel.Prediction;
import io.metasched.simulation.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The numbers of {@link ScalingBench} as JSON and as tables; docs/performance.md explains them. */
final class ScalingReport {
  private static final double ROUND_TRIP_SECONDS = 0.0002;
  private static final List<Integer> PREDICTED = List.of(16, 64);
  private static final int BAR = 50;
  private static final double MEBI = 1 << 20;
  private static final List<String> ASSUMPTIONS =
      List.of(
          "each JVM has a host of its own, with a processor as fast as here",
          "a round trip between hosts takes 0.2 ms, and no link is ever full",
          "domains are spread evenly; the work, its messages and their sizes are those measured",
          "the caller, the metascheduler and the owners wait for each other; owners work side by side");

  private ScalingReport() {}

  /**
   * What was measured.
   *
   * @param all each row once
   */
  record Numbers(
      ScalingBenchSize size,
      List<ScalingRow> strong,
      List<ScalingRow> weak,
      List<ScalingRow> spreads,
      List<ScalingRow> all) {

    ScalingModel model() {
      return ScalingModel.of(all);
    }

    /** For the fixed work. */
    List<Prediction> predictions(ScalingModel model) {
      var row = strong.get(strong.size() - 1);
      return PREDICTED.stream().map(n -> model.predict(row, n, ROUND_TRIP_SECONDS)).toList();
    }
  }

  static ObjectNode json(String bench, Numbers numbers, double wallSeconds) {
    var json = BenchReport.begun(bench);
    json.put("cycles", numbers.size().cycles());
    put(json.putArray("strong"), numbers.strong(), true);
    put(json.putArray("weak"), numbers.weak(), false);
    put(json.putArray("domains"), numbers.spreads(), true);
    var model = numbers.model();
    var fitted = json.putObject("model");
    for (int i = 0; i < model.costs().size(); i++) {
      fitted.put(ScalingModel.NAMES.get(i) + "Seconds", model.costs().get(i));
    }
    fitted.put("residual", BenchReport.rounded(model.residual(), 4));
    fitted.put("processes", model.processes());
    var assumptions = fitted.putArray("assumptions");
    ASSUMPTIONS.forEach(assumptions::add);
    var predictions = fitted.putArray("predictions");
    for (var prediction : numbers.predictions(model)) {
      predictions
          .addObject()
          .put("jvms", prediction.jvms())
          .put("wallSeconds", BenchReport.rounded(prediction.wallSeconds(), 3))
          .put("waitSeconds", BenchReport.rounded(prediction.waitSeconds(), 3));
    }
    json.put("wallSeconds", BenchReport.rounded(wallSeconds, 3));
    return json;
  }

  private static void put(ArrayNode array, List<ScalingRow> rows, boolean isSameWork) {
    for (var row : rows) {
      var json = array.addObject();
      json.put("jvms", row.setting().jvms());
      json.put("nodes", row.setting().work().nodes());
      json.put("domains", row.setting().work().domains());
      json.put("jobs", row.setting().work().jobs());
      json.put("slots", row.slots());
      json.put("wallSeconds", BenchReport.rounded(row.wallSeconds(), 3));
      json.put("processorSeconds", BenchReport.rounded(row.processorSeconds(), 3));
      var each = json.putArray("processorSecondsByJvm");
      row.jvms().forEach(jvm -> each.add(BenchReport.rounded(jvm.processorSeconds(), 3)));
      json.put("messages", row.messages());
      json.put("bytes", row.bytes());
      json.put("rounds", row.rounds());
      json.put("searchP50Millis", BenchReport.rounded(row.searches().wholeP50(), 3));
      json.put("searchP99Millis", BenchReport.rounded(row.searches().wholeP99(), 3));
      json.put("roundP50Millis", BenchReport.rounded(row.searches().roundP50(), 3));
      json.put("roundP99Millis", BenchReport.rounded(row.searches().roundP99(), 3));
      json.put("processorRatio", BenchReport.rounded(processorRatio(row, rows.get(0)), 3));
      json.put("efficiency", BenchReport.rounded(efficiency(row, rows.get(0), isSameWork), 3));
    }
  }

  /** Processor time over that of the first row. */
  private static double processorRatio(ScalingRow row, ScalingRow first) {
    return row.processorSeconds() / first.processorSeconds();
  }

  /** How much of the JVMs a row has more than the first one shows in its wall time: 1 is all. */
  private static double efficiency(ScalingRow row, ScalingRow first, boolean isSameWork) {
    double faster = first.wallSeconds() / row.wallSeconds();
    return isSameWork ? faster * first.setting().jvms() / row.setting().jvms() : faster;
  }

  static String tables(Numbers numbers) {
    int cores = Runtime.getRuntime().availableProcessors();
    var model = numbers.model();
    return "This machine has %d cores; more processes than cores, the caller's included, share them.%n%n"
            .formatted(cores)
        + section("Strong: the same work over more JVMs", numbers.strong(), true)
        + section("Weak: work that grows with the JVMs", numbers.weak(), false)
        + section("Domains: the same nodes in more domains", numbers.spreads(), true)
        + model(model, numbers.predictions(model));
  }

  private static String section(String title, List<ScalingRow> rows, boolean isSameWork) {
    return rows.isEmpty() ? "" : table(title, rows, isSameWork) + chart(rows) + '\n';
  }

  private static String table(String title, List<ScalingRow> rows, boolean isSameWork) {
    var first = rows.get(0);
    return TextTable.of(
        title,
        rows,
        List.of(
            right("jvms", row -> Integer.toString(row.setting().jvms())),
            right("nodes", row -> Integer.toString(row.setting().work().nodes())),
            right("domains", row -> Integer.toString(row.setting().work().domains())),
            right("jobs", row -> Integer.toString(row.setting().work().jobs())),
            right("wall s", row -> decimal(row.wallSeconds(), 2)),
            right("CPU s", row -> decimal(row.processorSeconds(), 2)),
            right("ratio", row -> decimal(processorRatio(row, first), 2)),
            right("messages", row -> Long.toString(row.messages())),
            right("MiB", row -> decimal(row.bytes() / MEBI, 1)),
            right("search p50 ms", row -> decimal(row.searches().wholeP50(), 2)),
            right("p99", row -> decimal(row.searches().wholeP99(), 2)),
            right("round trip p50", row -> decimal(row.searches().roundP50(), 2)),
            right("p99", row -> decimal(row.searches().roundP99(), 2)),
            right("efficiency", row -> decimal(efficiency(row, first, isSameWork), 2))));
  }

  /** Bars of wall time. */
  private static String chart(List<ScalingRow> rows) {
    double most = rows.stream().mapToDouble(ScalingRow::wallSeconds).max().orElse(1);
    var text = new StringBuilder();
    for (var row : rows) {
      int length = Math.max(1, (int) Math.round(BAR * row.wallSeconds() / most));
      text.append(
          String.format(
              Locale.ROOT,
              " %2d JVMs, %3d domains  %s %.2f s%n",
              row.setting().jvms(),
              row.setting().work().domains(),
              "#".repeat(length),
              row.wallSeconds()));
    }
    return text.toString();
  }

  private static String model(ScalingModel model, List<Prediction> predictions) {
    var lines = new ArrayList<String>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Model of the processor time of a process, fitted to %d processes (residual %.0f %%):",
            model.processes(),
            100 * model.residual()));
    for (int i = 0; i < model.costs().size(); i++) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %.3g us for each %s",
              1e6 * model.costs().get(i),
              ScalingModel.NAMES.get(i)));
    }
    lines.add("Expected of the fixed work on hosts of their own, where");
    ASSUMPTIONS.forEach(assumption -> lines.add("  " + assumption + ";"));
    for (var prediction : predictions) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %d JVMs: %.2f s, of which %.2f s waiting for the network",
              prediction.jvms(),
              prediction.wallSeconds(),
              prediction.waitSeconds()));
    }
    return String.join("\n", lines) + "\n";
  }
}
