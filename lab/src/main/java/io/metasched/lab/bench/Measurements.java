package io.metasched.lab.bench;

import com.sun.management.ThreadMXBean;
import io.metasched.simulation.study.PowerLaw;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Measurements and statistics that several benches share. */
public final class Measurements {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double NANOS_PER_MICRO = 1000;

  private Measurements() {}

  /** Returns a percentile of nanoseconds, in microseconds. */
  public static double micros(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  /** Returns the bytes that this thread has allocated so far. */
  public static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Returns the processor time of this thread so far, in seconds. */
  public static double processorSeconds() {
    return THREADS.getCurrentThreadCpuTime() / 1e9;
  }

  /** Returns {@code value / to}; empty if {@code value} is empty. */
  public static OptionalDouble ratio(OptionalDouble value, double to) {
    return value.isPresent() ? OptionalDouble.of(value.getAsDouble() / to) : value;
  }

  /** Returns the exponent e in cost ~ size ^ e; empty unless there are several sizes. */
  public static <R> OptionalDouble exponent(
      List<R> rows, ToDoubleFunction<R> size, ToDoubleFunction<R> cost) {
    var sizes = rows.stream().mapToDouble(size).toArray();
    return Arrays.stream(sizes).distinct().count() > 1
        ? OptionalDouble.of(PowerLaw.exponent(sizes, rows.stream().mapToDouble(cost).toArray()))
        : OptionalDouble.empty();
  }
}
