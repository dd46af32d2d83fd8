package io.metasched.lab.bench.service;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.BenchTable;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.metascheduler.program.TextTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/** Measurements of a benchmark, in the order of output. */
final class BenchRows {
  private final List<BenchRow> rows = new ArrayList<>();

  void add(String name, double value, String unit) {
    rows.add(new BenchRow(name, value, unit));
  }

  void addLoad(String when) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    add("load of the machine " + when, load, "");
  }

  /** Adds the median and the 99th percentile; sorts the values. */
  void addQuantiles(String name, double[] values, String unit) {
    Arrays.sort(values);
    add(name + ", p50", Quantiles.of(values, 50), unit);
    add(name + ", p99", Quantiles.of(values, 99), unit);
  }

  /** Measures rounds and adds the median and the 99th percentile of their durations. */
  void addTimes(String name, int warmUp, int count, IntConsumer round) {
    addQuantiles(name, millis(warmUp, count, round), "ms");
  }

  /**
   * Returns the duration of each round in milliseconds.
   *
   * @param warmUp number of preceding rounds, which are not measured and have negative numbers
   */
  static double[] millis(int warmUp, int count, IntConsumer round) {
    var millis = new double[count];
    for (int i = -warmUp; i < count; i++) {
      long begun = System.nanoTime();
      round.accept(i);
      if (i >= 0) {
        millis[i] = millisSince(begun);
      }
    }
    return millis;
  }

  /** Adds the size of the live heap. */
  void addHeap(String name) {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    addBytes(name, memory.getHeapMemoryUsage().getUsed());
  }

  void addBytes(String name, long bytes) {
    add(name, bytes / (double) (1 << 20), "MiB");
  }

  /** Returns the table of the rows in the JSON. */
  static BenchTable<BenchRow> table() {
    return BenchTable.of(
        "rows",
        "",
        column("measured", BenchRow::name),
        column("value", 3, BenchRow::value, "value", 1),
        column("unit", BenchRow::unit));
  }

  /** Returns the rows as a printed table. */
  static String text(List<BenchRow> rows) {
    var table = new TextTable("measured", "value", "unit");
    rows.forEach(row -> table.row(row.name(), "%.1f".formatted(row.value()), row.unit()));
    var text = new StringWriter();
    table.print(new PrintWriter(text));
    return text.toString();
  }

  List<BenchRow> all() {
    return List.copyOf(rows);
  }

  static double millisSince(long begun) {
    return (System.nanoTime() - begun) / 1e6;
  }

  static double secondsSince(long begun) {
    return millisSince(begun) / 1000;
  }
}
