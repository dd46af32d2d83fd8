package io.metasched.simulation.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Quantiles;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ReportedFigures;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Percentiles by the nearest-rank method, according to both formulas. */
final class PercentilesTest {
  @Test
  void countingFindsTheSameValues() {
    var random = new SplittableRandom(1);
    assertThat(ReportedFigures.percentile(List.of(), 50)).isEmpty();
    for (int size = 1; size <= 60; size++) {
      var values = random.ints(size, 0, 20).sorted().asDoubleStream().toArray();
      var exact = DoubleStream.of(values).mapToObj(BigDecimal::new).toList();
      for (int percent = 1; percent <= 100; percent++) {
        assertThat(ReportedFigures.percentile(exact, percent))
            .contains(new BigDecimal(Quantiles.of(values, percent)));
      }
    }
  }

  @Test
  void percentilesFollowTheirMeanAndAreNamedByIt() {
    var metrics =
        Percentiles.beside(
            "delayedWait",
            List.of(number("jobs"), number("delayedWait"), number("makespan")),
            values -> DoubleStream.of(values),
            values -> DoubleStream.of(values).mapToObj(BigDecimal::new).toList());

    assertThat(metrics.stream().map(Metric::key))
        .containsExactly(
            "jobs",
            "delayedWait",
            "p50DelayedWait",
            "p90DelayedWait",
            "p95DelayedWait",
            "p99DelayedWait",
            "makespan");
    assertThat(metrics.get(3).fast().applyAsDouble(new double[] {3, 1, 2})).isEqualTo(3);
    assertThat(metrics.get(3).beside()).isEqualTo("delayedWait");
    assertThat(metrics.get(3).isColumn()).isFalse();
  }

  private static Metric<double[]> number(String key) {
    return new Metric<>(
        key, key, key, Unit.SECONDS, values -> values.length, values -> Optional.empty());
  }
}
