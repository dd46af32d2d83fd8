package io.metasched.simulation.experiment;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.Translation;
import java.util.List;

/**
 * Comparison of the systems under rising load: 500 jobs of the Lublin-Feitelson model, submitted
 * over longer or shorter times, on four sites of 60 processors.
 */
public final class SystemLoad extends SystemComparison {
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

  /** One policy of each system, because a chart has no room for more. */
  private static final List<SystemPolicy> SHOWN =
      List.of(
          new SystemPolicy("queue", "easy"),
          new SystemPolicy("clairvoyant", "easy-sjf"),
          new SystemPolicy("cyclic", "css"),
          new SystemPolicy("cyclic", "backfilling"),
          new SystemPolicy("two-level", "ar-gather"),
          new SystemPolicy("what-if", "what-if"),
          new SystemPolicy("rectangles", "pe-duration-worst"),
          new SystemPolicy("broker", "least-load"));

  /** Creates the experiment over the given systems. */
  public SystemLoad(List<Translation<?>> translations) {
    super(translations, LOADS.stream().map(SystemLoad::source).toList());
  }

  private static String source(String load) {
    return "load " + load;
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("system-load");
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var sites = CommonSites.of(SITES, PROCESSORS, PRICE_SPREAD_MILLI);
    var sources =
        LOADS.stream()
            .map(load -> CommonSource.model(source(load), Double.parseDouble(load), sites, DRAW))
            .toList();
    return points().replicable(sources, "system-load");
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

  private static Curve curve(SystemPolicy policy, CommonMetric metric) {
    return Curve.of(policy.label(), LOADS, load -> policy.series(source(load), metric));
  }
}
