package io.metasched.simulation.metric;

import io.metasched.metascheduler.program.Quantiles;
import io.metasched.simulation.rule.ReportedFigures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Percentiles of values whose mean is reported. The percentile N is the least value that at least N
 * per cent of the values do not exceed (nearest rank), and is therefore always a value that
 * occurred.
 */
public final class Percentiles {
  /** Percentiles reported with each mean of waits and slowdowns. */
  public static final List<Integer> REPORTED = List.of(50, 90, 95, 99);

  private Percentiles() {}

  /**
   * Returns the metrics in their order, with percentiles inserted after a mean. Their keys are
   * derived from the key of the mean: {@code p90Wait} for {@code meanWait}, {@code p90DelayedWait}
   * for {@code delayedWait}.
   *
   * @param mean key of the mean
   * @param values values of the mean, in its unit
   * @param exact same values, unrounded, by the checker's own formula
   */
  public static <G> List<Metric<G>> beside(
      String mean,
      List<Metric<G>> metrics,
      Function<G, DoubleStream> values,
      Function<G, List<BigDecimal>> exact) {
    var all = new ArrayList<Metric<G>>();
    for (var metric : metrics) {
      all.add(metric);
      if (metric.key().equals(mean)) {
        REPORTED.forEach(percent -> all.add(percentile(percent, metric, values, exact)));
      }
    }
    return all;
  }

  private static <G> Metric<G> percentile(
      int percent,
      Metric<G> mean,
      Function<G, DoubleStream> values,
      Function<G, List<BigDecimal>> exact) {
    return new Metric<>(
        key(mean.key(), percent),
        "p" + percent,
        "%s, %dth percentile".formatted(mean.title(), percent),
        "",
        mean.unit(),
        group -> Quantiles.of(values.apply(group).sorted().toArray(), percent),
        group -> ReportedFigures.percentile(exact.apply(group), percent),
        mean.key());
  }

  private static String key(String mean, int percent) {
    var of = mean.startsWith("mean") ? mean.substring("mean".length()) : mean;
    return "p%d%s%s"
        .formatted(percent, of.substring(0, 1).toUpperCase(Locale.ROOT), of.substring(1));
  }
}
