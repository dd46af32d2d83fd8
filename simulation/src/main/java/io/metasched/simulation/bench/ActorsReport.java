package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.decimal;
import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.report.TextTable;
import java.util.List;

/** The numbers of {@link ActorsBench} as JSON and as tables; docs/performance.md explains them. */
final class ActorsReport {

  private ActorsReport() {}

  static ObjectNode json(
      String bench, List<SearchRow> searches, List<RunRow> runs, double wallSeconds) {
    var json = BenchReport.begun(bench);
    var searchRows = json.putArray("searches");
    searches.forEach(row -> searchRows.add(json(row)));
    var runRows = json.putArray("runs");
    runs.forEach(row -> runRows.add(json(row)));
    json.put("wallSeconds", BenchReport.rounded(wallSeconds, 3));
    return json;
  }

  private static ObjectNode json(SearchRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("nodes", row.spread().nodes());
    json.put("domains", row.spread().domains());
    json.put("slots", row.slots());
    json.put("spare", row.spare());
    json.put("criterion", row.criterion());
    json.put("searches", row.searches());
    json.put("searchesPerSecond", BenchReport.rounded(row.searchesPerSecond(), 1));
    json.put("p50Micros", BenchReport.rounded(row.p50Micros(), 1));
    json.put("p99Micros", BenchReport.rounded(row.p99Micros(), 1));
    json.put("mergedP50Micros", BenchReport.rounded(row.mergedP50Micros(), 1));
    json.put("mergedP99Micros", BenchReport.rounded(row.mergedP99Micros(), 1));
    json.put("ratio", BenchReport.rounded(row.ratio(), 3));
    json.put("slotsShipped", BenchReport.rounded(row.slotsShipped(), 1));
    json.put("openP50Micros", BenchReport.rounded(row.openP50Micros(), 1));
    json.put("openP99Micros", BenchReport.rounded(row.openP99Micros(), 1));
    return json;
  }

  private static ObjectNode json(RunRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("policy", row.policy());
    json.put("engineSeconds", BenchReport.rounded(row.engineSeconds(), 3));
    json.put("actorsSeconds", BenchReport.rounded(row.actorsSeconds(), 3));
    json.put("ratio", BenchReport.rounded(row.ratio(), 3));
    json.put("messagesPerPlacedJob", BenchReport.rounded(row.messagesPerPlacedJob(), 3));
    json.put("bound", BenchReport.rounded(row.bound(), 3));
    json.put("moveMessagesPerPlacedJob", BenchReport.rounded(row.moveMessagesPerPlacedJob(), 3));
    return json;
  }

  /** The tables; of the searches only the rows of all criteria together. */
  static String tables(List<SearchRow> searches, List<RunRow> runs) {
    var mixed = searches.stream().filter(row -> row.criterion().equals("mixed")).toList();
    var text = new StringBuilder();
    text.append(
        TextTable.of(
            "Searches over domains (microseconds), and the same in one table of all slots",
            mixed,
            List.of(
                right("nodes", row -> count(row.spread().nodes())),
                right("domains", row -> count(row.spread().domains())),
                right("slots", row -> count(row.slots())),
                right("spare", row -> count(row.spare())),
                right("searches", row -> count(row.searches())),
                right("per second", row -> decimal(row.searchesPerSecond(), 0)),
                right("p50", row -> decimal(row.p50Micros(), 0)),
                right("p99", row -> decimal(row.p99Micros(), 0)),
                right("one table p50", row -> decimal(row.mergedP50Micros(), 0)),
                right("p99", row -> decimal(row.mergedP99Micros(), 0)),
                right("ratio", row -> decimal(row.ratio(), 1)),
                right("slots sent", row -> decimal(row.slotsShipped(), 1)),
                right("opening p50", row -> decimal(row.openP50Micros(), 0)),
                right("p99", row -> decimal(row.openP99Micros(), 0)))));
    if (!runs.isEmpty()) {
      text.append('\n')
          .append(
              TextTable.of(
                  "Runs (seconds), and messages of searches per job booked",
                  runs,
                  List.of(
                      right("policy", RunRow::policy),
                      right("engine", row -> decimal(row.engineSeconds(), 3)),
                      right("actors", row -> decimal(row.actorsSeconds(), 3)),
                      right("ratio", row -> decimal(row.ratio(), 2)),
                      right("messages", row -> decimal(row.messagesPerPlacedJob(), 1)),
                      right("at most", row -> decimal(row.bound(), 1)),
                      right("to move jobs", row -> decimal(row.moveMessagesPerPlacedJob(), 1)))));
    }
    return text.toString();
  }

  private static String count(long value) {
    return Long.toString(value);
  }
}
