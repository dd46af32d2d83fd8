package io.metasched.simulation.bench;

import static io.metasched.simulation.report.TextTable.decimal;
import static io.metasched.simulation.report.TextTable.right;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.resource.model.Criterion;
import io.metasched.simulation.experiment.PowerLaw;
import io.metasched.simulation.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The numbers of {@link WindowSearchBench} as JSON and as tables; docs/performance.md explains
 * them.
 */
final class WindowSearchReport {
  private static final double NANOS_PER_MICRO = 1000;
  private static final int DIGITS = 3;

  /** How searches by one criterion for so many parts grow: time ~ slots ^ exponent. */
  private record Growth(
      Criterion criterion, int parts, OptionalDouble published, double exact, double scan) {}

  private WindowSearchReport() {}

  static ObjectNode json(String bench, List<WindowSearchRow> rows, double wallSeconds) {
    var json = BenchReport.begun(bench);
    var array = json.putArray("rows");
    rows.forEach(row -> array.add(json(row)));
    var exponents = json.putArray("exponents");
    for (var growth : growths(rows)) {
      var object = exponents.addObject();
      object.put("criterion", growth.criterion().label());
      object.put("m", growth.parts());
      BenchNumbers.put(object, "published", growth.published(), DIGITS);
      object.put("exact", rounded(growth.exact()));
      object.put("scan", rounded(growth.scan()));
    }
    json.put("wallSeconds", rounded(wallSeconds));
    return json;
  }

  private static ObjectNode json(WindowSearchRow row) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("nodes", row.nodes());
    json.put("slots", row.slots());
    json.put("criterion", row.criterion().label());
    json.put("m", row.parts());
    json.put("searches", row.searches());
    json.put("foundFraction", rounded(row.foundFraction()));
    BenchNumbers.put(json, "nanosPublished", row.nanosPublished(), DIGITS);
    json.put("nanosExact", row.nanosExact());
    json.put("nanosScan", row.nanosScan());
    BenchNumbers.put(json, "speedup", row.speedup(), DIGITS);
    json.put("timesScan", rounded(row.timesScan()));
    json.put("nanosPrepare", row.nanosPrepare());
    json.put("nanosPrepareNext", row.nanosPrepareNext());
    json.put("bytesSearch", rounded(row.bytesSearch()));
    json.put("bytesFind", rounded(row.bytesFind()));
    return json;
  }

  private static double rounded(double value) {
    return BenchReport.rounded(value, DIGITS);
  }

  /** How the searches grow that were measured with several numbers of nodes. */
  private static List<Growth> growths(List<WindowSearchRow> rows) {
    var growths = new ArrayList<Growth>();
    for (int parts : rows.stream().mapToInt(WindowSearchRow::parts).distinct().toArray()) {
      for (var criterion : Criterion.values()) {
        var own =
            rows.stream().filter(r -> r.parts() == parts && r.criterion() == criterion).toList();
        if (hasSizes(own)) {
          var published = own.stream().filter(r -> r.nanosPublished().isPresent()).toList();
          growths.add(
              new Growth(
                  criterion,
                  parts,
                  hasSizes(published)
                      ? OptionalDouble.of(
                          exponent(published, row -> row.nanosPublished().orElseThrow()))
                      : OptionalDouble.empty(),
                  exponent(own, WindowSearchRow::nanosExact),
                  exponent(own, WindowSearchRow::nanosScan)));
        }
      }
    }
    return growths;
  }

  private static boolean hasSizes(List<WindowSearchRow> rows) {
    return rows.stream().mapToInt(WindowSearchRow::slots).distinct().count() > 1;
  }

  private static double exponent(
      List<WindowSearchRow> rows, Function<WindowSearchRow, Double> nanos) {
    return PowerLaw.exponent(
        rows.stream().mapToDouble(WindowSearchRow::slots).toArray(),
        rows.stream().mapToDouble(nanos::apply).toArray());
  }

  static String tables(List<WindowSearchRow> rows) {
    var text = new StringBuilder();
    text.append(TextTable.of("Searches for a window (microseconds)", rows, columns()));
    var growths = growths(rows);
    if (!growths.isEmpty()) {
      text.append('\n')
          .append(
              TextTable.of(
                  "Growth: time ~ slots ^ exponent",
                  growths,
                  List.<ColumnData<Growth>>of(
                      right("m", growth -> Integer.toString(growth.parts())),
                      right("criterion", growth -> growth.criterion().label()),
                      right("published", growth -> BenchNumbers.text(growth.published(), 1, 2)),
                      right("exact", growth -> decimal(growth.exact(), 2)),
                      right("scan", growth -> decimal(growth.scan(), 2)))));
    }
    return text.toString();
  }

  private static List<ColumnData<WindowSearchRow>> columns() {
    return List.of(
        right("nodes", row -> Integer.toString(row.nodes())),
        right("slots", row -> Integer.toString(row.slots())),
        right("m", row -> Integer.toString(row.parts())),
        right("criterion", row -> row.criterion().label()),
        right("published", row -> BenchNumbers.text(row.nanosPublished(), NANOS_PER_MICRO, 1)),
        right("exact", row -> micros(row.nanosExact(), 2)),
        right("scan", row -> micros(row.nanosScan(), 2)),
        right("speedup", row -> BenchNumbers.text(row.speedup(), 1, 1)),
        right("x scan", row -> decimal(row.timesScan(), 2)),
        right("prepare", row -> micros(row.nanosPrepare(), 1)),
        right("next", row -> micros(row.nanosPrepareNext(), 1)),
        right("bytes", row -> decimal(row.bytesSearch(), 0)),
        right("with window", row -> decimal(row.bytesFind(), 0)));
  }

  private static String micros(double nanos, int digits) {
    return decimal(nanos / NANOS_PER_MICRO, digits);
  }
}
