package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on dedicating one of two providers to reservations, by their share and by the period
 * of the grid level.
 *
 * <p>Source: the hierarchical reservation paper, section 5.3, which describes it without numbers;
 * on the later set. Reservations leave the grid queue in queue order, as in figures 8 to 10.
 */
public final class HierarchicalStatic implements Experiment {
  private static final List<Integer> SECONDS = List.of(0, 3600, 86400);
  private static final List<Integer> PERCENTS = List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);

  /** Work of the batch tasks divided by the capacity of their provider while jobs arrive. */
  private static final String LOAD = "batchLoad";

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-static",
        "One of two providers set apart for reservations, by their share.",
        "hierarchical reservation paper, section 5.3",
        500,
        0.08,
        false);
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LATER.files();
  }

  private static String variant(int seconds) {
    return "delta=" + seconds;
  }

  private static List<String> variants() {
    return SECONDS.stream().map(HierarchicalStatic::variant).toList();
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var variant : variants()) {
      var rows = Sp2Runs.rows(variant, PERCENTS);
      measures.addAll(Sp2Runs.measures(rows, ""));
      measures.addAll(Sp2Runs.ours(rows, "", LOAD));
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return variants();
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var grid =
        GridSettings.DEFAULTS
            .withSetApart(1)
            .withQueueing(GridSettings.Queueing.IN_ORDER_OF_ARRIVAL);
    return Sp2Runs.replicable(
        Sp2Jobs.LATER,
        context,
        runs -> {
          for (int seconds : SECONDS) {
            var setting =
                Sp2Runs.setting("mct").withGrid(grid.withPeriodTicks(seconds * Ticks.PER_UNIT));
            for (int percent : PERCENTS) {
              var row = Sp2Runs.row(variant(seconds), percent);
              var run = runs.observe(row, "", ReservationDraw.fixed(percent / 100.0), setting);
              runs.put(row, LOAD, TaskFigures.batchLoad(run));
            }
          }
        });
  }

  @Override
  public List<Figure> figures() {
    return CriteriaFigures.overShares(
        List.of("Utilisation", "Flow time", "Tardiness"), variants(), PERCENTS, "");
  }
}
