package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.metasched.simulation.bench.ProfileMeasure.Structure;
import io.metasched.simulation.experiment.PowerLaw;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The numbers of {@link ProfileBench} as JSON and as tables; docs/performance.md explains them. */
final class ProfileReport {
  private static final double THOUSANDTHS = 1000;

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
    var json = JsonNodeFactory.instance.objectNode();
    json.put("bench", bench);
    json.set("machine", Machine.json());
    json.put("processors", ScatteredRequests.PROCESSORS);
    var array = json.putArray("rows");
    rows.forEach(row -> array.add(json(row)));
    var exponents = json.putObject("exponents");
    if (grows(rows)) {
      for (var structure : Structure.values()) {
        var of = exponents.putObject(structure.label);
        for (var growing : GROWING) {
          of.put(growing.name(), rounded(exponent(rows, structure, growing)));
        }
      }
    }
    json.put("wallSeconds", rounded(wallSeconds));
    return json;
  }

  private static ObjectNode json(ProfileRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("reservations", row.reservations());
    json.put("structure", row.structure().label);
    json.put("entries", row.entries());
    json.put("changes", row.changes());
    json.put("buildMillis", rounded(row.buildMillis()));
    json.put("addsPerSecond", Math.round(row.addsPerSecond()));
    json.put("holdMicrosP50", rounded(row.holdMicrosP50()));
    json.put("fitMicrosP50", rounded(row.fitMicrosP50()));
    json.put("fitMicrosP99", rounded(row.fitMicrosP99()));
    json.put("wholeFitMicrosP50", rounded(row.wholeFitMicrosP50()));
    json.put("releaseMicrosP50", rounded(row.releaseMicrosP50()));
    json.put("releaseMicrosP99", rounded(row.releaseMicrosP99()));
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

  private static double rounded(double value) {
    return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
  }

  static String tables(List<ProfileRow> rows) {
    var text = new StringBuilder();
    text.append(
        "Reservations on %d processors (microseconds)\n".formatted(ScatteredRequests.PROCESSORS));
    text.append(
        AsciiTable.getTable(
            AsciiTable.NO_BORDERS,
            rows,
            List.<ColumnData<ProfileRow>>of(
                column("reservations", row -> Integer.toString(row.reservations())),
                column("structure", row -> row.structure().label),
                column("entries", row -> Integer.toString(row.entries())),
                column("build ms", row -> decimal(row.buildMillis(), 2)),
                column("adds/s", row -> decimal(row.addsPerSecond(), 0)),
                column("hold p50", row -> decimal(row.holdMicrosP50(), 2)),
                column("fit p50", row -> decimal(row.fitMicrosP50(), 2)),
                column("p99", row -> decimal(row.fitMicrosP99(), 2)),
                column("whole fit p50", row -> decimal(row.wholeFitMicrosP50(), 2)),
                column("release p50", row -> decimal(row.releaseMicrosP50(), 2)),
                column("p99", row -> decimal(row.releaseMicrosP99(), 2)))));
    text.append('\n');
    if (grows(rows)) {
      text.append("\nGrowth: cost ~ reservations ^ exponent\n");
      text.append(
          AsciiTable.getTable(
              AsciiTable.NO_BORDERS,
              List.of(Structure.values()),
              List.<ColumnData<Structure>>of(
                  column("structure", structure -> structure.label),
                  growth(rows, 0),
                  growth(rows, 1),
                  growth(rows, 2),
                  growth(rows, 3),
                  growth(rows, 4))));
      text.append('\n');
    }
    return text.toString();
  }

  private static ColumnData<Structure> growth(List<ProfileRow> rows, int index) {
    var growing = GROWING.get(index);
    return column(growing.name(), structure -> decimal(exponent(rows, structure, growing), 2));
  }

  private static <T> ColumnData<T> column(String header, Function<T, String> value) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.RIGHT)
        .dataAlign(HorizontalAlign.RIGHT)
        .with(value);
  }

  private static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
