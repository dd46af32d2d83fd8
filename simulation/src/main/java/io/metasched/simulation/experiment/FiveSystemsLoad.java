package io.metasched.simulation.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.Translation;
import java.util.List;

/**
 * The five systems, and queues as yardsticks, under loads from half to nearly all of the
 * processors: jobs of the Lublin-Feitelson model, the same in each load, submitted in more or less
 * time.
 */
public final class FiveSystemsLoad implements Experiment {
  private static final List<Double> LOADS = List.of(0.5, 0.65, 0.8, 0.95);
  private static final CommonSites SITES = CommonSites.of(4, 64, FiveSystems.PRICE_SPREAD_MILLI);
  private static final String STREAM = "load"; // one for all loads: the same jobs
  private static final List<CommonMetric> METRICS =
      List.of(
          CommonMetric.PLACED,
          CommonMetric.TIME_KEPT,
          CommonMetric.WAIT_MEAN,
          CommonMetric.SLOWDOWN_MEAN,
          CommonMetric.SLOWDOWN_MEDIAN,
          CommonMetric.TARDINESS,
          CommonMetric.UTILISATION,
          CommonMetric.COST);

  private final SystemPoints points;

  /** The experiment over these systems. */
  public FiveSystemsLoad(List<Translation<?>> translations) {
    points =
        new SystemPoints(
            translations, LOADS.stream().map(FiveSystemsLoad::label).toList(), METRICS);
  }

  private static String label(double load) {
    return STREAM + " " + load;
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "five-systems-load",
        "All systems by all their policies under loads from 0.5 to 0.95.",
        "beyond the papers",
        20,
        30,
        false);
  }

  @Override
  public List<Measure> measures() {
    return points.measures();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return points.replicable(
        LOADS.stream()
            .map(load -> CommonSource.model(label(load), load, SITES, FiveSystems.DRAW))
            .toList(),
        STREAM);
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    return List.of();
  }

  @Override
  public List<Figure> figures() {
    return points.lines(METRICS, LOADS);
  }
}
