package io.metasched.simulation.experiment;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.Translation;
import java.util.List;

/**
 * Comparison of the five systems, with queues as baselines, by all their policies on the same jobs
 * and processors: windows of four logs. A replication is one window of each log, with one draw of
 * the jobs that need a fixed time.
 */
public final class FiveSystems extends SystemComparison {
  private static final List<CommonMetric> CHARTS =
      List.of(
          CommonMetric.PLACED,
          CommonMetric.TIME_KEPT,
          CommonMetric.WAIT_MEAN,
          CommonMetric.SLOWDOWN_MEDIAN,
          CommonMetric.UTILISATION,
          CommonMetric.COST);

  /** Creates the experiment over the given systems. */
  public FiveSystems(List<Translation<?>> translations) {
    super(translations, SystemLog.labels());
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("five-systems");
  }

  @Override
  public List<String> logs() {
    return SystemLog.files();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return points().replicable(SystemLog.sources(context, DRAW), "five-systems");
  }

  @Override
  public List<Figure> figures() {
    return points().bars(CHARTS);
  }
}
