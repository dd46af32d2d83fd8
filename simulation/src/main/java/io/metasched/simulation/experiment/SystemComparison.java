package io.metasched.simulation.experiment;

import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.TradeOff;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.Translation;
import io.metasched.simulation.translation.WorkloadDraw;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All systems by all their policies on the same jobs for the same processors, by all common
 * metrics; what differs is where the jobs come from.
 *
 * <p>No paper has this comparison; docs/five-systems.md says what each translation loses.
 */
abstract class SystemComparison implements Experiment {
  /** The jobs of a window, a fifth of which need a time within a day and up to 3 estimates. */
  static final WorkloadDraw DRAW = new WorkloadDraw(500, 0.2, 86_400_000, 2);

  /** The cheapest and the dearest site are so far from the mean price. */
  static final int PRICE_SPREAD_MILLI = 200;

  private final SystemPoints points;

  /**
   * A comparison of these systems.
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
  public final List<String> shareColumns() {
    return Stream.of(CommonMetric.values())
        .filter(metric -> metric.unit() == Unit.SHARE)
        .map(CommonMetric::key)
        .toList();
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
