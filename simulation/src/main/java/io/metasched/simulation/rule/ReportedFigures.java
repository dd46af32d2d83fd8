package io.metasched.simulation.rule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The arithmetic of the figures that the checker computes on its own, unrounded. */
public final class ReportedFigures {
  /** Ticks of a second. */
  public static final BigDecimal TICKS = BigDecimal.valueOf(1000);

  private ReportedFigures() {}

  /** The sum of a value over rows. */
  public static <R> BigDecimal sum(List<R> rows, Function<R, BigDecimal> value) {
    var sum = BigDecimal.ZERO;
    for (var row : rows) {
      sum = sum.add(value.apply(row));
    }
    return sum;
  }

  /** The mean of a value over rows; 0 over none. */
  public static <R> BigDecimal mean(List<R> rows, Function<R, BigDecimal> value) {
    return ratio(sum(rows, value), BigDecimal.valueOf(rows.size()));
  }

  /**
   * Returns a percentile by counting: the values in their order until enough of them are covered.
   *
   * @param percent from 1 to 100
   */
  public static Optional<BigDecimal> percentile(List<BigDecimal> values, int percent) {
    var counts = new TreeMap<BigDecimal, Long>();
    values.forEach(value -> counts.merge(value, 1L, Long::sum));
    long covered = 0;
    for (var count : counts.entrySet()) {
      covered += count.getValue();
      if (100 * covered >= (long) percent * values.size()) {
        return Optional.of(count.getKey());
      }
    }
    return Optional.empty();
  }

  /** A part of a whole; 0 of nothing, as rules report what is impossible. */
  public static BigDecimal ratio(BigDecimal part, BigDecimal whole) {
    return whole.signum() == 0 ? BigDecimal.ZERO : part.divide(whole, MathContext.DECIMAL64);
  }

  /** Ticks as seconds, for a reader. */
  public static String seconds(long ticks) {
    return BigDecimal.valueOf(ticks).divide(TICKS).toPlainString();
  }
}
