package io.metasched.simulation.check;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/** Figures that a summary tells, held against exact ones. */
final class ToldFigures {
  /** Ticks of a second. */
  static final BigDecimal TICKS = BigDecimal.valueOf(1000);

  private static final double SLACK = 1e-9;

  private final Report report;

  ToldFigures(Report report) {
    this.report = report;
  }

  /** Holds one figure against what it must be; {@code where} says whose it is. */
  void expect(SortedMap<String, Double> told, String where, String key, BigDecimal expected) {
    double value = told.getOrDefault(key, Double.NaN);
    double must = expected.doubleValue();
    if (!(Math.abs(value - must) <= SLACK * Math.max(Math.abs(value), Math.abs(must)))) {
      report.add(where + key, "it must be %s, but is %s", must, value);
    }
  }

  static <R> BigDecimal sum(List<R> rows, Function<R, BigDecimal> value) {
    var sum = BigDecimal.ZERO;
    for (var row : rows) {
      sum = sum.add(value.apply(row));
    }
    return sum;
  }

  static <R> BigDecimal mean(List<R> rows, Function<R, BigDecimal> value) {
    return ratio(sum(rows, value), BigDecimal.valueOf(rows.size()));
  }

  /** Nothing by nothing is nothing: what is impossible has been told of. */
  static BigDecimal ratio(BigDecimal part, BigDecimal whole) {
    return whole.signum() == 0 ? BigDecimal.ZERO : part.divide(whole, MathContext.DECIMAL64);
  }

  /** Ticks as seconds, for a reader. */
  static String seconds(long ticks) {
    return BigDecimal.valueOf(ticks).divide(TICKS).toPlainString();
  }
}
