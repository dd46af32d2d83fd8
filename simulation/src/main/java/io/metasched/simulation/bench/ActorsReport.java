package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The numbers of {@link ActorsBench} as JSON and as tables; docs/performance.md explains them. */
final class ActorsReport {
  private static final double TENTHS = 10;
  private static final double THOUSANDTHS = 1000;

  private ActorsReport() {}

  static ObjectNode json(
      String bench, List<SearchRow> searches, List<RunRow> runs, double wallSeconds) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("bench", bench);
    json.set("machine", Machine.json());
    var searchRows = json.putArray("searches");
    searches.forEach(row -> searchRows.add(json(row)));
    var runRows = json.putArray("runs");
    runs.forEach(row -> runRows.add(json(row)));
    json.put("wallSeconds", rounded(wallSeconds, THOUSANDTHS));
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
    json.put("searchesPerSecond", rounded(row.searchesPerSecond(), TENTHS));
    json.put("p50Micros", rounded(row.p50Micros(), TENTHS));
    json.put("p99Micros", rounded(row.p99Micros(), TENTHS));
    json.put("mergedP50Micros", rounded(row.mergedP50Micros(), TENTHS));
    json.put("mergedP99Micros", rounded(row.mergedP99Micros(), TENTHS));
    json.put("ratio", rounded(row.ratio(), THOUSANDTHS));
    json.put("slotsShipped", rounded(row.slotsShipped(), TENTHS));
    json.put("openP50Micros", rounded(row.openP50Micros(), TENTHS));
    json.put("openP99Micros", rounded(row.openP99Micros(), TENTHS));
    return json;
  }

  private static ObjectNode json(RunRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("policy", row.policy());
    json.put("engineSeconds", rounded(row.engineSeconds(), THOUSANDTHS));
    json.put("actorsSeconds", rounded(row.actorsSeconds(), THOUSANDTHS));
    json.put("ratio", rounded(row.ratio(), THOUSANDTHS));
    json.put("messagesPerPlacedJob", rounded(row.messagesPerPlacedJob(), THOUSANDTHS));
    json.put("bound", rounded(row.bound(), THOUSANDTHS));
    json.put("moveMessagesPerPlacedJob", rounded(row.moveMessagesPerPlacedJob(), THOUSANDTHS));
    return json;
  }

  private static double rounded(double value, double steps) {
    return Math.round(value * steps) / steps;
  }

  /** The tables; of the searches only the rows of all criteria together. */
  static String tables(List<SearchRow> searches, List<RunRow> runs) {
    var mixed = searches.stream().filter(row -> row.criterion().equals("mixed")).toList();
    var text = new StringBuilder();
    text.append(
        table(
            "Searches over domains (microseconds), and the same in one table of all slots",
            mixed,
            List.of(
                column("nodes", row -> count(row.spread().nodes())),
                column("domains", row -> count(row.spread().domains())),
                column("slots", row -> count(row.slots())),
                column("spare", row -> count(row.spare())),
                column("searches", row -> count(row.searches())),
                column("per second", row -> decimal(row.searchesPerSecond(), 0)),
                column("p50", row -> decimal(row.p50Micros(), 0)),
                column("p99", row -> decimal(row.p99Micros(), 0)),
                column("one table p50", row -> decimal(row.mergedP50Micros(), 0)),
                column("p99", row -> decimal(row.mergedP99Micros(), 0)),
                column("ratio", row -> decimal(row.ratio(), 1)),
                column("slots sent", row -> decimal(row.slotsShipped(), 1)),
                column("opening p50", row -> decimal(row.openP50Micros(), 0)),
                column("p99", row -> decimal(row.openP99Micros(), 0)))));
    if (!runs.isEmpty()) {
      text.append('\n')
          .append(
              table(
                  "Runs (seconds), and messages of searches per job booked",
                  runs,
                  List.of(
                      column("policy", RunRow::policy),
                      column("engine", row -> decimal(row.engineSeconds(), 3)),
                      column("actors", row -> decimal(row.actorsSeconds(), 3)),
                      column("ratio", row -> decimal(row.ratio(), 2)),
                      column("messages", row -> decimal(row.messagesPerPlacedJob(), 1)),
                      column("at most", row -> decimal(row.bound(), 1)),
                      column("to move jobs", row -> decimal(row.moveMessagesPerPlacedJob(), 1)))));
    }
    return text.toString();
  }

  private static <T> String table(String title, Collection<T> rows, List<ColumnData<T>> columns) {
    return title + "\n" + AsciiTable.getTable(AsciiTable.NO_BORDERS, rows, columns) + "\n";
  }

  private static <T> ColumnData<T> column(String header, Function<T, String> value) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.RIGHT)
        .dataAlign(HorizontalAlign.RIGHT)
        .with(value);
  }

  private static String count(long value) {
    return Long.toString(value);
  }

  private static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
