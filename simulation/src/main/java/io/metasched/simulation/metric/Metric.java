package io.metasched.simulation.metric;

import io.metasched.simulation.rows.Unit;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Number computed from a run, or from a group of its rows.
 *
 * @param key field in summary.json, and column in a sweep
 * @param header name in tables; empty for a number that appears only in JSON
 * @param title name in charts and docs
 * @param formula formula in docs; empty if the title states it
 * @param unit unit of the number
 * @param fast number for reports; NaN if the rows have none
 * @param exact number by the checker's own formula, independent of {@code fast}; empty if the rows
 *     have no such number
 * @param beside key of the mean to which a percentile belongs; empty for all other numbers
 */
public record Metric<G>(
    String key,
    String header,
    String title,
    String formula,
    Unit unit,
    ToDoubleFunction<G> fast,
    Function<G, Optional<BigDecimal>> exact,
    String beside) {
  /** Creates a number that is not a percentile, with a formula. */
  public Metric(
      String key,
      String header,
      String title,
      String formula,
      Unit unit,
      ToDoubleFunction<G> fast,
      Function<G, Optional<BigDecimal>> exact) {
    this(key, header, title, formula, unit, fast, exact, "");
  }

  /** Creates a number that is not a percentile, whose title states how it is computed. */
  public Metric(
      String key,
      String header,
      String title,
      Unit unit,
      ToDoubleFunction<G> fast,
      Function<G, Optional<BigDecimal>> exact) {
    this(key, header, title, "", unit, fast, exact, "");
  }

  /**
   * Returns this metric for other rows, from which {@code group} selects the group that it
   * measures.
   */
  public <R> Metric<R> of(Function<R, G> group) {
    return of(group, header);
  }

  /**
   * Returns this metric for other rows, from which {@code group} selects the group that it
   * measures, under another header.
   *
   * @param header header of the new metric
   */
  public <R> Metric<R> of(Function<R, G> group, String header) {
    return new Metric<>(
        key,
        header,
        title,
        formula,
        unit,
        whole -> fast.applyAsDouble(group.apply(whole)),
        whole -> exact.apply(group.apply(whole)),
        beside);
  }

  /** Returns whether tables show it in a separate column. */
  public boolean isColumn() {
    return !header.isEmpty() && beside.isEmpty();
  }

  /**
   * Returns whether the metric measures the speed of the machine, so that equal runs may have
   * different values.
   */
  public boolean usesWallTime() {
    return unit == Unit.PER_WALL_SECOND;
  }
}
