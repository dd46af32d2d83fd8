package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import io.metasched.simulation.experiment.PowerLaw;
import io.metasched.simulation.report.TextTable;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** What several benches do with what they measured. */
final class BenchNumbers {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private BenchNumbers() {}

  /** Puts a number into an object, with so many digits behind the point; null without one. */
  static void put(ObjectNode json, String name, OptionalDouble value, int digits) {
    if (value.isPresent()) {
      json.put(name, BenchReport.rounded(value.getAsDouble(), digits));
    } else {
      json.putNull(name);
    }
  }

  /** A number as people read it, in a unit; a dash without one. */
  static String text(OptionalDouble value, double unit, int digits) {
    return value.isPresent() ? TextTable.decimal(value.getAsDouble() / unit, digits) : "-";
  }

  /** The middle one of at least one value, or the mean of the two in the middle. */
  static double median(double[] values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The same of a list. */
  static double median(List<Double> values) {
    return median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Bytes that this thread has allocated so far. */
  static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Processor time that this thread has had so far, in seconds. */
  static double processorSeconds() {
    return THREADS.getCurrentThreadCpuTime() / 1e9;
  }

  /** The exponent e in cost ~ size ^ e; none where there are not several sizes. */
  static <R> OptionalDouble exponent(
      List<R> rows, ToDoubleFunction<R> size, ToDoubleFunction<R> cost) {
    var sizes = rows.stream().mapToDouble(size).toArray();
    return Arrays.stream(sizes).distinct().count() > 1
        ? OptionalDouble.of(PowerLaw.exponent(sizes, rows.stream().mapToDouble(cost).toArray()))
        : OptionalDouble.empty();
  }
}
