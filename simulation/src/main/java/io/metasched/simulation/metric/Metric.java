package io.metasched.simulation.metric;

import io.metasched.simulation.rows.Unit;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A number that is taken from a run, or from a group of its rows.
 *
 * @param key its field in summary.json, its column in a sweep
 * @param header what tables call it; empty for a number that only JSON has
 * @param title what charts and docs call it
 * @param unit what it is counted in
 * @param fast the number for reports; NaN where the rows have none
 * @param exact the checker's own formula, written apart from {@code fast}; empty where the rows
 *     have none
 * @param beside key of the mean beside which a percentile stands; empty for all other numbers
 */
public record Metric<G>(
    String key,
    String header,
    String title,
    Unit unit,
    ToDoubleFunction<G> fast,
    Function<G, Optional<BigDecimal>> exact,
    String beside) {
  /** Creates a number that is no percentile. */
  public Metric(
      String key,
      String header,
      String title,
      Unit unit,
      ToDoubleFunction<G> fast,
      Function<G, Optional<BigDecimal>> exact) {
    this(key, header, title, unit, fast, exact, "");
  }

  /** The same number of whatever has such a group. */
  public <R> Metric<R> of(Function<R, G> group) {
    return of(group, header);
  }

  /**
   * The same number of what has such a group, under another header.
   *
   * @param header of the new metric
   */
  public <R> Metric<R> of(Function<R, G> group, String header) {
    return new Metric<>(
        key,
        header,
        title,
        unit,
        whole -> fast.applyAsDouble(group.apply(whole)),
        whole -> exact.apply(group.apply(whole)),
        beside);
  }

  /** Whether tables have a column of it beside the other numbers. */
  public boolean isColumn() {
    return !header.isEmpty() && beside.isEmpty();
  }

  /** Whether it is about the speed of the machine, so that equal runs differ in it. */
  public boolean isOfTheWall() {
    return unit == Unit.PER_WALL_SECOND;
  }
}
