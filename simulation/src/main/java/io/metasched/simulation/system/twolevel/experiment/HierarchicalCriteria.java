package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on all three criteria, by the share of reservations.
 *
 * <p>Source: the hierarchical reservation paper, section 5.5, figures 17 (random), 18 (MCT) and 19
 * (resource priority), on the later set. Random also places batch jobs at random.
 */
public final class HierarchicalCriteria implements Experiment {
  private static final List<Integer> PERCENTS = List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);
  private static final String RANDOM = "random";
  private static final String TIMES = "random 20 to 50 %";
  private static final String MCT = "mct";
  private static final String PRIORITY = "ar-priority";
  private static final List<String> STRATEGIES = List.of(RANDOM, MCT, PRIORITY);

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-criteria",
        "Utilisation, flow time and tardiness at once under three placements, by the share of"
            + " reservations.",
        "hierarchical reservation paper, section 5.5, figures 17 to 19",
        500,
        0.07,
        false);
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LATER.files();
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var strategy : STRATEGIES) {
      measures.addAll(Sp2Runs.measures(Sp2Runs.rows(strategy, PERCENTS), ""));
    }
    measures.addAll(Sp2Runs.ours(List.of(TIMES), "", "timesU", "timesF", "timesD"));
    return measures;
  }

  @Override
  public List<String> policies() {
    return STRATEGIES;
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        Sp2Jobs.LATER,
        context,
        runs -> {
          for (var strategy : STRATEGIES) {
            for (int percent : PERCENTS) {
              var draw = ReservationDraw.fixed(percent / 100.0);
              runs.observe(Sp2Runs.row(strategy, percent), "", draw, setting(strategy));
            }
          }
          observeTimes(runs);
        });
  }

  private static TwoLevelSetting setting(String strategy) {
    var setting = Sp2Runs.setting(strategy);
    return strategy.equals(RANDOM) ? setting.withBatchPlacement(RANDOM) : setting;
  }

  /**
   * Records the factor by which each criterion is worse with half of the jobs as reservations than
   * with a fifth.
   */
  private static void observeTimes(Sp2Runs runs) {
    var fifth = TwoLevelCriteria.of(runs.replay(ReservationDraw.fixed(0.2), setting(RANDOM)));
    var half = TwoLevelCriteria.of(runs.replay(ReservationDraw.fixed(0.5), setting(RANDOM)));
    boolean isLate = fifth.meanTardiness() > 0;
    runs.put(TIMES, "timesU", fifth.utilisation() / half.utilisation());
    runs.put(TIMES, "timesF", half.meanFlow() / fifth.meanFlow());
    runs.put(TIMES, "timesD", isLate ? half.meanTardiness() / fifth.meanTardiness() : Double.NaN);
  }

  @Override
  public List<Figure> figures() {
    return CriteriaFigures.overShares(
        List.of(
            "Utilisation (figures 17 to 19)",
            "Flow time (figures 17 to 19)",
            "Tardiness (figures 17 to 19)"),
        STRATEGIES,
        PERCENTS,
        "");
  }
}
