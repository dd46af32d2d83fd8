package io.metasched.service.cli;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a bench has measured so far, in the order in which it is shown. */
final class BenchRows {
  private final List<BenchRow> rows = new ArrayList<>();

  void add(String name, double value, String unit) {
    rows.add(new BenchRow(name, value, unit));
  }

  void addLoad(String when) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    add("load of the machine " + when, load, "");
  }

  /** The median and the 99th percentile; sorts the values. */
  void addQuantiles(String name, double[] values, String unit) {
    Arrays.sort(values);
    add(name + ", p50", quantile(values, 0.5), unit);
    add(name + ", p99", quantile(values, 0.99), unit);
  }

  /**
   * A quantile.
   *
   * @param sorted values, at least one
   * @param share of them that are below it; less than 1
   */
  static double quantile(double[] sorted, double share) {
    return sorted[(int) (sorted.length * share)];
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
