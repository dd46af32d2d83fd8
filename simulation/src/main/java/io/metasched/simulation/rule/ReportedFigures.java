package io.metasched.simulation.rule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Unrounded arithmetic of the numbers that the checker computes independently. */
public final class ReportedFigures {
  /** Ticks per second. */
  public static final BigDecimal TICKS = BigDecimal.valueOf(1000);

  private ReportedFigures() {}

  /** Returns the sum of a value over rows. */
  public static <R> BigDecimal sum(List<R> rows, Function<R, BigDecimal> value) {
    var sum = BigDecimal.ZERO;
    for (var row : rows) {
      sum = sum.add(value.apply(row));
    }
    return sum;
  }

  /** Returns the mean of a value over rows; 0 if there are none. */
  public static <R> BigDecimal mean(List<R> rows, Function<R, BigDecimal> value) {
    return ratio(sum(rows, value), BigDecimal.valueOf(rows.size()));
  }

  /**
   * Returns a percentile by counting: the values in their order until enough of them are covered.
   *
   * @param percent percentage from 1 to 100
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

  /** Returns part / whole; 0 if the whole is 0, because rules report impossible values. */
  public static BigDecimal ratio(BigDecimal part, BigDecimal whole) {
    return whole.signum() == 0 ? BigDecimal.ZERO : part.divide(whole, MathContext.DECIMAL64);
  }

  /** Returns ticks as seconds, for display. */
  public static String seconds(long ticks) {
    return BigDecimal.valueOf(ticks).divide(TICKS).toPlainString();
  }
}
