package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.decimal;
import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.bench.ProfileMeasure.Structure;
import io.metasched.simulation.experiment.PowerLaw;
import io.metasched.simulation.report.TextTable;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The numbers of {@link ProfileBench} as JSON and as tables; docs/performance.md explains them. */
final class ProfileReport {
  /** Something that grows with the number of reservations. */
  private record Growing(String name, ToDoubleFunction<ProfileRow> cost) {}

  private static final List<Growing> GROWING =
      List.of(
          new Growing("build", ProfileRow::buildMillis),
          new Growing("add", ProfileRow::addMicros),
          new Growing("fit", ProfileRow::fitMicrosP50),
          new Growing("wholeFit", ProfileRow::wholeFitMicrosP50),
          new Growing("release", ProfileRow::releaseMicrosP50));

  private ProfileReport() {}

  static ObjectNode json(String bench, List<ProfileRow> rows, double wallSeconds) {
    var json = BenchReport.begun(bench);
    json.put("processors", ScatteredRequests.PROCESSORS);
    var array = json.putArray("rows");
    rows.forEach(row -> array.add(json(row)));
    var exponents = json.putObject("exponents");
    if (grows(rows)) {
      for (var structure : Structure.values()) {
        var of = exponents.putObject(structure.label);
        for (var growing : GROWING) {
          of.put(growing.name(), BenchReport.rounded(exponent(rows, structure, growing), 3));
        }
      }
    }
    json.put("wallSeconds", BenchReport.rounded(wallSeconds, 3));
    return json;
  }

  private static ObjectNode json(ProfileRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("reservations", row.reservations());
    json.put("structure", row.structure().label);
    json.put("entries", row.entries());
    json.put("changes", row.changes());
    json.put("buildMillis", BenchReport.rounded(row.buildMillis(), 3));
    json.put("addsPerSecond", Math.round(row.addsPerSecond()));
    json.put("holdMicrosP50", BenchReport.rounded(row.holdMicrosP50(), 3));
    json.put("fitMicrosP50", BenchReport.rounded(row.fitMicrosP50(), 3));
    json.put("fitMicrosP99", BenchReport.rounded(row.fitMicrosP99(), 3));
    json.put("wholeFitMicrosP50", BenchReport.rounded(row.wholeFitMicrosP50(), 3));
    json.put("releaseMicrosP50", BenchReport.rounded(row.releaseMicrosP50(), 3));
    json.put("releaseMicrosP99", BenchReport.rounded(row.releaseMicrosP99(), 3));
    return json;
  }

  private static boolean grows(List<ProfileRow> rows) {
    return rows.stream().mapToInt(ProfileRow::reservations).distinct().count() > 1;
  }

  private static double exponent(List<ProfileRow> rows, Structure structure, Growing growing) {
    var own = rows.stream().filter(row -> row.structure() == structure).toList();
    return PowerLaw.exponent(
        own.stream().mapToDouble(ProfileRow::reservations).toArray(),
        own.stream().mapToDouble(growing.cost()).toArray());
  }

  static String tables(List<ProfileRow> rows) {
    var text = new StringBuilder();
    text.append(
        TextTable.of(
            "Reservations on %d processors (microseconds)".formatted(ScatteredRequests.PROCESSORS),
            rows,
            List.<ColumnData<ProfileRow>>of(
                right("reservations", row -> Integer.toString(row.reservations())),
                right("structure", row -> row.structure().label),
                right("entries", row -> Integer.toString(row.entries())),
                right("build ms", row -> decimal(row.buildMillis(), 2)),
                right("adds/s", row -> decimal(row.addsPerSecond(), 0)),
                right("hold p50", row -> decimal(row.holdMicrosP50(), 2)),
                right("fit p50", row -> decimal(row.fitMicrosP50(), 2)),
                right("p99", row -> decimal(row.fitMicrosP99(), 2)),
                right("whole fit p50", row -> decimal(row.wholeFitMicrosP50(), 2)),
                right("release p50", row -> decimal(row.releaseMicrosP50(), 2)),
                right("p99", row -> decimal(row.releaseMicrosP99(), 2)))));
    if (grows(rows)) {
      text.append('\n')
          .append(
              TextTable.of(
                  "Growth: cost ~ reservations ^ exponent",
                  List.of(Structure.values()),
                  List.<ColumnData<Structure>>of(
                      right("structure", structure -> structure.label),
                      growth(rows, 0),
                      growth(rows, 1),
                      growth(rows, 2),
                      growth(rows, 3),
                      growth(rows, 4))));
    }
    return text.toString();
  }

  private static ColumnData<Structure> growth(List<ProfileRow> rows, int index) {
    var growing = GROWING.get(index);
    return right(growing.name(), structure -> decimal(exponent(rows, structure, growing), 2));
  }
}
