package io.metasched.simulation.experiment;

import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.TradeOff;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.Translation;
import io.metasched.simulation.translation.WorkloadDraw;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Comparison of all systems by all their policies on the same jobs and processors, by all common
 * metrics. Subclasses differ in the source of the jobs.
 *
 * <p>This comparison is not published in any paper; docs/experiments.md lists the losses of each
 * translation.
 */
abstract class SystemComparison implements Experiment {
  /**
   * Draw of the jobs of a window: up to 500 jobs, a fifth of which have a fixed time. A job with a
   * fixed time is ready within a day of its submission, and is due up to 3 estimates after it is
   * ready.
   */
  static final WorkloadDraw DRAW = new WorkloadDraw(500, 0.2, 86_400_000, 2);

  /** Distance of the cheapest and the most expensive site from the mean price, in thousandths. */
  static final int PRICE_SPREAD_MILLI = 200;

  private final SystemPoints points;

  /**
   * Creates a comparison of the given systems.
   *
   * @param sources labels of the sources of jobs
   */
  SystemComparison(List<Translation<?>> translations, List<String> sources) {
    points = new SystemPoints(translations, sources, List.of(CommonMetric.values()));
  }

  final SystemPoints points() {
    return points;
  }

  @Override
  public final List<Measure> measures() {
    return points.measures();
  }

  @Override
  public final List<String> policies() {
    return points.policyLabels();
  }

  @Override
  public final boolean isShare(Series cell) {
    var column = cell.column().substring(cell.column().lastIndexOf('.') + 1);
    return Stream.of(CommonMetric.values())
        .anyMatch(metric -> metric.unit() == Unit.SHARE && metric.key().equals(column));
  }

  @Override
  public final List<Claim> claims(ObservedValues measured) {
    return SystemClaims.of(points.sources(), measured);
  }

  @Override
  public final Optional<TradeOff> tradeOff() {
    return Optional.of(points.tradeOff());
  }
}
