package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import java.util.List;
import java.util.Optional;

/**
 * Experiment on the cost of a grid period of an hour or a day for jobs and reservations.
 *
 * <p>Source: the hierarchical reservation paper, section 5.3, figures 8 to 10: random placement of
 * both, first fit, the later set. Reservations leave the grid queue in queue order (AR FCFS),
 * because with AR first no period would delay them. Periods below an hour are added for section 6;
 * {@code collected} is the number of jobs that leave the grid queue together.
 */
public final class HierarchicalPeriod extends ShareSweep {
  private static final GridSettings GRID =
      GridSettings.DEFAULTS.withQueueing(GridSettings.Queueing.IN_ORDER_OF_ARRIVAL);

  public HierarchicalPeriod() {
    super(
        "hierarchical-period",
        periods(
            Sp2Runs.setting("random").withBatchPlacement("random").withGrid(GRID),
            0,
            10,
            60,
            600,
            3600,
            86400),
        List.of(0, 20, 40, 60, 80, 100),
        List.of("Utilisation (figure 9)", "Flow time (figure 8)", "Tardiness (figure 10)"),
        Optional.of(new Column("collected", TaskFigures::collected)));
  }
}
