package io.metasched.simulation.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.TradeOff;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.Translation;
import java.util.List;
import java.util.Optional;

/**
 * The systems under rising load: 500 jobs of the Lublin-Feitelson model, submitted in more or less
 * time, on four sites of 60 processors.
 *
 * <p>No paper has this comparison; docs/five-systems.md says what each translation loses.
 */
public final class SystemLoad implements Experiment {
  private static final List<String> LOADS = List.of("0.50", "0.65", "0.80", "0.95");
  private static final int SITES = 4;
  private static final int PROCESSORS = 60;

  private static final List<CommonMetric> CHARTS =
      List.of(
          CommonMetric.PLACED,
          CommonMetric.TIME_KEPT,
          CommonMetric.WAIT_MEAN,
          CommonMetric.SLOWDOWN_MEDIAN,
          CommonMetric.COST,
          CommonMetric.FRAGMENTATION);

  /** A policy of each system, as a chart has room for no more. */
  private static final List<String> SHOWN =
      List.of(
          "queue easy",
          "clairvoyant easy-sjf",
          "cyclic css",
          "cyclic backfilling",
          "two-level ar-gather",
          "what-if what-if",
          "rectangles pe-duration-worst",
          "broker least-load");

  private final SystemPoints points;

  /** The experiment over these systems. */
  public SystemLoad(List<Translation<?>> translations) {
    var sources = LOADS.stream().map(SystemLoad::source).toList();
    points = new SystemPoints(translations, sources, List.of(CommonMetric.values()));
  }

  private static String source(String load) {
    return "load " + load;
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "system-load",
        "All systems by all their policies on jobs of the Lublin-Feitelson model, under rising load.",
        "beyond the papers",
        20,
        12,
        false);
  }

  @Override
  public List<Measure> measures() {
    return points.measures();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var sites = CommonSites.of(SITES, PROCESSORS, FiveSystems.PRICE_SPREAD_MILLI);
    var sources =
        LOADS.stream()
            .map(
                load ->
                    CommonSource.model(
                        source(load), Double.parseDouble(load), sites, FiveSystems.DRAW))
            .toList();
    return points.replicable(sources, "system-load");
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    return SystemClaims.of(points.sources(), measured);
  }

  @Override
  public List<Figure> figures() {
    return CHARTS.stream()
        .map(
            metric ->
                new Figure(
                    metric.title(),
                    "load",
                    metric.axis(),
                    Kind.LINES,
                    SHOWN.stream().map(policy -> curve(policy, metric)).toList()))
        .toList();
  }

  private static Curve curve(String policy, CommonMetric metric) {
    int space = policy.indexOf(' ');
    var system = policy.substring(0, space);
    var name = policy.substring(space + 1);
    return new Curve(
        policy,
        LOADS.stream()
            .map(load -> new Point(load, SystemPoints.series(source(load), system, name, metric)))
            .toList());
  }

  @Override
  public Optional<TradeOff> tradeOff() {
    return Optional.of(points.tradeOff());
  }
}
