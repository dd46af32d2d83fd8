package io.metasched.simulation.system.twolevel.experiment;

import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.FLOW;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.UTILISATION;

import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.twolevel.ReservationDraw;
import java.util.ArrayList;
import java.util.List;

/**
 * The three criteria at once, by the share of reservations.
 *
 * <p>Source: the hierarchical reservation paper, section 5.5, figures 17 (random), 18 (MCT) and 19
 * (resource priority), on the later set. Random places batch jobs at random, too.
 */
public final class HierarchicalCriteria implements Experiment {
  private static final List<Integer> PERCENTS = List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);
  private static final String RANDOM = "random";
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
            var setting = Sp2Runs.setting(strategy);
            for (int percent : PERCENTS) {
              runs.observe(
                  Sp2Runs.row(strategy, percent),
                  "",
                  ReservationDraw.fixed(percent / 100.0),
                  strategy.equals(RANDOM) ? setting.withBatchPlacement(RANDOM) : setting);
            }
          }
        });
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var lower = new Paired(measured);
    var turn = new Paired(measured);
    for (var strategy : STRATEGIES) {
      lower.less(cell(strategy, 20, UTILISATION), cell(strategy, 0, UTILISATION));
      turn.less(cell(strategy, 100, FLOW), cell(strategy, 50, FLOW))
          .less(cell(strategy, 50, UTILISATION), cell(strategy, 100, UTILISATION));
    }
    return List.of(
        lower.claim(
            "ar-share-lowers-utilisation",
            "With a fifth of reservations utilisation is lower than without any, under each"
                + " placement."),
        turn.claim(
            "criteria-recover-beyond-half",
            "With reservations only, flow time is less and utilisation higher than with half of"
                + " them, under each placement."));
  }

  private static Series cell(String strategy, int percent, String criterion) {
    return new Series(Sp2Runs.row(strategy, percent), criterion);
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
