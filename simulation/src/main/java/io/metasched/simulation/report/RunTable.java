package io.metasched.simulation.report;

import static io.metasched.metascheduler.program.TextTable.left;
import static io.metasched.metascheduler.program.TextTable.right;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Printed output of a simulation: policies side by side, percentiles next to the means of each
 * policy, then the groups. All other metrics with a header and a number are columns.
 */
public final class RunTable {
  private static final int MOST_GROUPS = 10;

  private RunTable() {}

  /** Run to be shown. */
  public interface Shown {
    RunTitle title();

    /** Returns the fields of the run in the summary. */
    JsonNode json();
  }

  /** Returns all tables, one below another. */
  public static <R extends RunTables> String of(
      SimulatedSystem<R> system, List<? extends Shown> runs, List<String> notes) {
    var text = new StringBuilder();
    var first = runs.get(0).title();
    text.append(
        "%s (%s): driver %s, seed %d%n"
            .formatted(first.scenario(), first.kind(), first.driver(), first.seed()));
    notes.forEach(note -> text.append(note).append('\n'));
    var columns = new ArrayList<ColumnData<JsonNode>>();
    columns.add(left("policy", run -> run.path("policy").asText()));
    var rows = runs.stream().<JsonNode>map(Shown::json).toList();
    columns.addAll(columns(known(system.metrics().ofRuns(), rows)));
    columns.add(right("violations", run -> run.path("violations").asText()));
    text.append(TextTable.of("Policies", rows, columns));
    percentiles(text, rows, system.metrics().ofRuns());
    for (var run : rows) {
      for (var grouping : system.metrics().groupings()) {
        groups(text, run, grouping);
      }
    }
    return text.toString();
  }

  /** Mean of a policy with its percentiles. */
  private record Spread(JsonNode run, Metric<?> mean) {}

  private static <G> void percentiles(
      StringBuilder text, List<JsonNode> runs, List<Metric<G>> metrics) {
    var spreads = new ArrayList<Spread>();
    for (var run : runs) {
      metrics.stream()
          .filter(mean -> metrics.stream().anyMatch(other -> other.beside().equals(mean.key())))
          .filter(mean -> run.path(mean.key()).isNumber())
          .forEach(mean -> spreads.add(new Spread(run, mean)));
    }
    if (spreads.isEmpty()) {
      return;
    }
    var columns = new ArrayList<ColumnData<Spread>>();
    columns.add(left("policy", row -> row.run().path("policy").asText()));
    columns.add(left("of", row -> row.mean().title()));
    columns.add(right("mean", row -> shown(row.mean(), row.run())));
    for (int percent : Percentiles.REPORTED) {
      var header = "p" + percent;
      columns.add(
          right(
              header,
              row ->
                  metrics.stream()
                      .filter(metric -> metric.beside().equals(row.mean().key()))
                      .filter(metric -> metric.header().equals(header))
                      .map(metric -> shown(metric, row.run()))
                      .findFirst()
                      .orElse("-")));
    }
    text.append('\n').append(TextTable.of("Percentiles", spreads, columns));
  }

  private static <G> void groups(StringBuilder text, JsonNode run, Grouping<?, G> grouping) {
    var rows = new ArrayList<JsonNode>();
    run.path(grouping.key()).forEach(rows::add);
    var metrics = columns(grouping.metrics());
    if (rows.size() < 2 || metrics.isEmpty()) {
      return;
    }
    boolean isRanked = !grouping.processorTime().isEmpty();
    if (isRanked) {
      rows.sort(Comparator.comparingDouble(row -> -product(row, grouping.processorTime())));
    }
    var columns = new ArrayList<ColumnData<JsonNode>>();
    columns.add(left(grouping.label(), row -> row.path(grouping.label()).asText()));
    columns.addAll(metrics);
    int more = rows.size() - MOST_GROUPS;
    var title =
        "%s: %s%s%s"
            .formatted(
                run.path("policy").asText(),
                grouping.key().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT),
                isRanked ? ", most processor time first" : "",
                more > 0 ? " (%d more are in summary.json)".formatted(more) : "");
    text.append('\n')
        .append(TextTable.of(title, rows.subList(0, rows.size() - Math.max(0, more)), columns));
  }

  private static double product(JsonNode row, List<String> keys) {
    return keys.stream().mapToDouble(key -> row.path(key).asDouble()).reduce(1, (a, b) -> a * b);
  }

  /** Returns the metrics that have a number in one of the runs. */
  private static <G> List<Metric<G>> known(List<Metric<G>> metrics, List<JsonNode> runs) {
    return metrics.stream()
        .filter(metric -> runs.stream().anyMatch(run -> run.path(metric.key()).isNumber()))
        .toList();
  }

  private static <G> List<ColumnData<JsonNode>> columns(List<Metric<G>> metrics) {
    return metrics.stream()
        .filter(Metric::isColumn)
        .map(metric -> right(metric.header(), (JsonNode row) -> shown(metric, row)))
        .toList();
  }

  private static String shown(Metric<?> metric, JsonNode row) {
    var value = row.path(metric.key());
    if (!value.isNumber()) {
      return "-";
    }
    if (value.isIntegralNumber()) {
      return value.asText();
    }
    double number = value.doubleValue();
    if (metric.unit() == Unit.SHARE) {
      return String.format(Locale.ROOT, "%.1f %%", 100 * number);
    }
    return String.format(Locale.ROOT, Math.abs(number) < 10 ? "%.2f" : "%.1f", number);
  }
}
