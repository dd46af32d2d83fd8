package io.metasched.lab.bench;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measurement of methods by JMH, each method in its own JVM after a warm-up. A quick bench measures
 * the methods in this JVM, briefly and without a warm-up.
 */
public final class Jmh {
  private static final long QUICK_MILLIS = 5;
  private static final double NANOS_PER_MICRO = 1000;
  private static final double MEDIAN = 50;
  private static final double MOST = 99;

  static {
    // tests measure in parallel, and commands do so on machines with many cores
    System.setProperty("jmh.ignoreLock", "true");
    // otherwise, JMH starts a JVM to detect whether compiler blackholes are supported
    System.setProperty("jmh.blackhole.autoDetect", "false");
  }

  private final double seconds;
  private final boolean isQuick;

  /**
   * Times of an operation, in nanoseconds.
   *
   * @param count number of measured operations
   */
  public record Times(long count, double mean, double p50, double p99) {
    /** Returns the mean, in microseconds. */
    public double meanMicros() {
      return mean / NANOS_PER_MICRO;
    }

    /** Returns the median, in microseconds. */
    public double microsP50() {
      return p50 / NANOS_PER_MICRO;
    }

    /** Returns the 99th percentile, in microseconds. */
    public double microsP99() {
      return p99 / NANOS_PER_MICRO;
    }

    /** Returns the median, in seconds. */
    public OptionalDouble secondsP50() {
      return OptionalDouble.of(p50 / 1e9);
    }
  }

  private Jmh(double seconds, boolean isQuick) {
    this.seconds = seconds;
    this.isQuick = isQuick;
  }

  /**
   * Creates a measurement that takes {@code seconds} for each method, after a warm-up of equal
   * length.
   *
   * @throws io.metasched.simulation.scenario.UsageException if {@code seconds} is out of range
   */
  public static Jmh of(BenchContext context, SecondsOption seconds) {
    StoppingRule.requireSeconds("--seconds", seconds.value());
    return new Jmh(seconds.value(), context.isQuick());
  }

  /**
   * Returns a measurement that takes as long for {@code methods} methods as this measurement takes
   * for one method.
   */
  public Jmh dividedBy(int methods) {
    return new Jmh(seconds / methods, isQuick);
  }

  /**
   * Measures a method of a benchmark class.
   *
   * @param params values of the parameters of the class's state
   */
  public Times times(Class<?> benchmarks, String method, Map<String, ?> params) {
    var millis = TimeValue.milliseconds(isQuick ? QUICK_MILLIS : Math.round(seconds * 1000));
    var options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmarks.getCanonicalName() + "." + method) + "$")
            .mode(Mode.SampleTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(isQuick ? 0 : 1)
            .warmupIterations(isQuick ? 0 : 1)
            .warmupTime(millis)
            .measurementIterations(1)
            .measurementTime(millis)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    params.forEach((name, value) -> options.param(name, String.valueOf(value)));
    try {
      return times(new Runner(options.build()).runSingle());
    } catch (RunnerException e) {
      throw new IllegalStateException(
          "%s.%s cannot be measured: %s".formatted(benchmarks.getSimpleName(), method, e), e);
    }
  }

  private static Times times(RunResult result) {
    var nanos = result.getPrimaryResult().getStatistics();
    return new Times(
        nanos.getN(), nanos.getMean(), nanos.getPercentile(MEDIAN), nanos.getPercentile(MOST));
  }
}
