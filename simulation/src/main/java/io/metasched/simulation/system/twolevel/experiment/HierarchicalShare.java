package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on the cost of reservations by their share, on both sets of jobs.
 *
 * <p>Source: the hierarchical reservation paper, section 5.2, table 5. Batch jobs are balanced over
 * two providers with first fit. Reservations use MCT, because the paper does not name their policy.
 */
public final class HierarchicalShare implements Experiment {
  private static final double TOLERANCE = 0.1;
  private static final List<Integer> PERCENTS = List.of(0, 20, 40, 60, 80, 100);
  private static final List<Integer> MIXED = List.of(20, 40, 60, 80);
  private static final String VARIANT = "AR";

  /**
   * Mean increase of the batch tasks' flow time compared with the same tasks without reservations.
   */
  private static final String BATCH_RISE = "batchRise";

  /** Returns the paper's values of a set and criterion, share by share. */
  private static List<Double> paper(String column) {
    return switch (column) {
      case "first.U" -> List.of(0.54, 0.51, 0.49, 0.45, 0.40, 0.40);
      case "first.F" -> List.of(29995.0, 31186.0, 30978.0, 31225.0, 27475.0, 22187.0);
      case "first.D" -> List.of(0.0, 2756.0, 6763.0, 5527.0, 4998.0, 5049.0);
      case "later.U" -> List.of(0.83, 0.72, 0.69, 0.68, 0.71, 0.75);
      case "later.F" -> List.of(48495.0, 90722.0, 101723.0, 110462.0, 98508.0, 78229.0);
      case "later.D" -> List.of(0.0, 4431.0, 3916.0, 4131.0, 17427.0, 34845.0);
      default -> throw new IllegalArgumentException(column);
    };
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-share");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var set : Sp2Jobs.SETS) {
      for (int i = 0; i < PERCENTS.size(); i++) {
        for (var criterion : Sp2Runs.CRITERIA) {
          var column = set.prefix() + criterion;
          measures.add(
              Measure.published(
                  Sp2Runs.row(VARIANT, PERCENTS.get(i)), column, paper(column).get(i), TOLERANCE));
        }
      }
      measures.addAll(Sp2Runs.ours(Sp2Runs.rows(VARIANT, MIXED), set.prefix(), BATCH_RISE));
    }
    return measures;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var setting = Sp2Runs.setting("mct");
    return Sp2Runs.replicable(
        Sp2Jobs.SETS,
        context,
        (set, runs) -> {
          var without = runs.replay(ReservationDraw.fixed(0), setting);
          for (int percent : PERCENTS) {
            var row = Sp2Runs.row(VARIANT, percent);
            var draw = ReservationDraw.fixed(percent / 100.0);
            var run = runs.observe(row, set.prefix(), draw, setting);
            if (MIXED.contains(percent)) {
              runs.put(row, set.prefix() + BATCH_RISE, TaskFigures.batchRise(run, without));
            }
          }
        });
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var set : Sp2Jobs.SETS) {
      var of = " (table 5, %s set)".formatted(set.label());
      figures.addAll(
          CriteriaFigures.overShares(
              List.of("Utilisation" + of, "Flow time" + of, "Tardiness" + of),
              List.of(VARIANT),
              PERCENTS,
              set.prefix()));
    }
    return figures;
  }
}
