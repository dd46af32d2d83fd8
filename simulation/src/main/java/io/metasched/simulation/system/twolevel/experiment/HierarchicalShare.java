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
  private static final List<Integer> PERCENTS = List.of(0, 20, 40, 60, 80, 100);
  private static final List<Integer> MIXED = List.of(20, 40, 60, 80);
  private static final String VARIANT = "AR";

  /**
   * Mean increase of the batch tasks' flow time compared with the same tasks without reservations.
   */
  private static final String BATCH_RISE = "batchRise";

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
      for (var row : Sp2Runs.rows(VARIANT, PERCENTS)) {
        for (var criterion : Sp2Runs.CRITERIA) {
          measures.add(Measure.of(profile(), row, set.prefix() + criterion));
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
    return CriteriaFigures.ofSets(" (table 5, %s set)", List.of(VARIANT), PERCENTS);
  }
}
