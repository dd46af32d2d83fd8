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
 * Experiment on the cost of a grid period of an hour or a day for jobs and reservations.
 *
 * <p>Source: the hierarchical reservation paper, section 5.3, figures 8 to 10: random placement of
 * both, first fit, the later set. Reservations leave the grid queue in queue order (AR FCFS),
 * because with AR first no period would delay them. Periods below an hour are added for section 6;
 * {@code collected} is the number of jobs that leave the grid queue together.
 */
public final class HierarchicalPeriod implements Experiment {
  private static final List<Integer> SECONDS = List.of(0, 10, 60, 600, 3600, 86400);
  private static final List<Integer> PERCENTS = List.of(0, 20, 40, 60, 80, 100);
  private static final String COLLECTED = "collected";

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-period",
        "Utilisation, flow time and tardiness by the period of the grid level.",
        "hierarchical reservation paper, section 5.3, figures 8 to 10",
        500,
        0.04,
        false);
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LATER.files();
  }

  private static String variant(int seconds) {
    return "delta=" + seconds;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (int seconds : SECONDS) {
      var rows = Sp2Runs.rows(variant(seconds), PERCENTS);
      measures.addAll(Sp2Runs.measures(rows, ""));
      measures.addAll(Sp2Runs.ours(rows, "", COLLECTED));
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return SECONDS.stream().map(HierarchicalPeriod::variant).toList();
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var setting = Sp2Runs.setting("random").withBatchPlacement("random");
    var grid = GridSettings.DEFAULTS.withQueueing(GridSettings.Queueing.IN_ORDER_OF_ARRIVAL);
    return Sp2Runs.replicable(
        Sp2Jobs.LATER,
        context,
        runs -> {
          for (int seconds : SECONDS) {
            for (int percent : PERCENTS) {
              var row = Sp2Runs.row(variant(seconds), percent);
              long period = seconds * Ticks.PER_UNIT;
              var run =
                  runs.observe(
                      row,
                      "",
                      ReservationDraw.fixed(percent / 100.0),
                      setting.withGrid(grid.withPeriodTicks(period)));
              runs.put(row, COLLECTED, TaskFigures.collected(run));
            }
          }
        });
  }

  @Override
  public List<Figure> figures() {
    return CriteriaFigures.overShares(
        List.of("Utilisation (figure 9)", "Flow time (figure 8)", "Tardiness (figure 10)"),
        SECONDS.stream().map(HierarchicalPeriod::variant).toList(),
        PERCENTS,
        "");
  }
}
