package io.metasched.simulation.system.twolevel.experiment;

import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.FLOW;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.TARDINESS;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.UTILISATION;

import io.metasched.metascheduler.grid.GridSettings;
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
import io.metasched.simulation.system.twolevel.TwoLevelSetting;
import java.util.ArrayList;
import java.util.List;

/**
 * Which provider should get a reservation, where 30 % of the jobs are reservations in fixed
 * intervals.
 *
 * <p>Source: the hierarchical reservation paper, section 5.4.1, table 6, on the later set. MCT
 * breaks ties at random; static sets one of the two providers apart. The other set, random
 * placement and the project's own ar-gather stand beside them.
 */
public final class HierarchicalStrategies implements Experiment {
  private static final double TOLERANCE = 0.1;
  private static final ReservationDraw DRAW = ReservationDraw.fixed(0.3);
  private static final String STATIC = "static";
  private static final String MCT = "mct";
  private static final String PRIORITY = "ar-priority";
  private static final String GATHER = "ar-gather";
  private static final List<String> STRATEGIES = List.of(STATIC, MCT, PRIORITY, "random", GATHER);
  private static final List<Sp2Jobs> SETS = List.of(Sp2Jobs.LATER, Sp2Jobs.FIRST);

  /** The paper's values, criterion by criterion; none for ours. */
  private static List<Double> paper(String strategy) {
    return switch (strategy) {
      case STATIC -> List.of(0.65, 164983.0, 7178.0);
      case MCT -> List.of(0.679, 107383.0, 5666.0);
      case PRIORITY -> List.of(0.695, 99714.0, 5576.0);
      default -> List.of();
    };
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-strategies",
        "Placements of reservations compared where 30 % of the jobs are reservations.",
        "hierarchical reservation paper, section 5.4.1, table 6",
        2000,
        0.025,
        false);
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var strategy : STRATEGIES) {
      var paper = paper(strategy);
      for (int i = 0; i < Sp2Runs.CRITERIA.size(); i++) {
        var column = Sp2Jobs.LATER.prefix() + Sp2Runs.CRITERIA.get(i);
        measures.add(
            paper.isEmpty()
                ? Measure.ours(strategy, column)
                : Measure.published(strategy, column, paper.get(i), TOLERANCE));
      }
    }
    measures.addAll(Sp2Runs.measures(STRATEGIES, Sp2Jobs.FIRST.prefix()));
    return measures;
  }

  private static TwoLevelSetting setting(String strategy) {
    return strategy.equals(STATIC)
        ? Sp2Runs.setting(MCT).withGrid(GridSettings.DEFAULTS.withSetApart(1))
        : Sp2Runs.setting(strategy);
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        SETS,
        context,
        (set, runs) -> {
          for (var strategy : STRATEGIES) {
            runs.observe(strategy, set.prefix(), DRAW, setting(strategy));
          }
        });
  }

  private static Series later(String strategy, String criterion) {
    return of(Sp2Jobs.LATER, strategy, criterion);
  }

  private static Series of(Sp2Jobs set, String strategy, String criterion) {
    return new Series(strategy, set.prefix() + criterion);
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var claims = new ArrayList<>(published(measured));
    var utilisation = new Paired(measured);
    var flow = new Paired(measured);
    var tardiness = new Paired(measured);
    for (var set : SETS) {
      utilisation.less(of(set, PRIORITY, UTILISATION), of(set, GATHER, UTILISATION));
      flow.less(of(set, GATHER, FLOW), of(set, PRIORITY, FLOW));
      tardiness.less(of(set, GATHER, TARDINESS), of(set, PRIORITY, TARDINESS));
    }
    claims.add(
        utilisation.claim(
            "gather-beats-priority-utilisation",
            "Beyond the paper: ar-gather has a higher utilisation than resource priority, on both"
                + " sets."));
    claims.add(
        flow.claim(
            "gather-beats-priority-flow",
            "Beyond the paper: ar-gather has less flow time than resource priority, on both sets."));
    claims.add(
        tardiness.claim(
            "gather-beats-priority-tardiness",
            "Beyond the paper: ar-gather has less tardiness than resource priority, on both"
                + " sets."));
    return claims;
  }

  private static List<Claim> published(ObservedValues measured) {
    return List.of(
        new Paired(measured)
            .less(later(PRIORITY, FLOW), later(MCT, FLOW))
            .claim("priority-beats-mct-flow", "Resource priority has less flow time than MCT."),
        new Paired(measured)
            .less(later(MCT, UTILISATION), later(PRIORITY, UTILISATION))
            .claim(
                "priority-beats-mct-utilisation",
                "Resource priority has a higher utilisation than MCT."),
        new Paired(measured)
            .notMore(later(PRIORITY, TARDINESS), later(MCT, TARDINESS))
            .claim(
                "priority-tardiness-no-worse", "Resource priority has no more tardiness than MCT."),
        new Paired(measured)
            .less(later(MCT, FLOW), later(STATIC, FLOW))
            .claim(
                "mct-beats-static-flow",
                "MCT has less flow time than a provider set apart for reservations."));
  }

  @Override
  public List<Figure> figures() {
    var prefixes = SETS.stream().map(Sp2Jobs::prefix).toList();
    return List.of(
        CriteriaFigures.bars(
            "Utilisation (table 6)", "placement", STRATEGIES, prefixes, UTILISATION),
        CriteriaFigures.bars("Flow time (table 6)", "placement", STRATEGIES, prefixes, FLOW),
        CriteriaFigures.bars("Tardiness (table 6)", "placement", STRATEGIES, prefixes, TARDINESS));
  }
}
