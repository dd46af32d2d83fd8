package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import java.util.List;
import java.util.Optional;

/**
 * Experiment on dedicating one of two providers to reservations, by their share and by the period
 * of the grid level.
 *
 * <p>Source: the hierarchical reservation paper, section 5.3, which describes this division without
 * numbers; on the later set. Reservations leave the grid queue in queue order, as in figures 8 to
 * 10. {@code batchLoad} is the work of the batch tasks divided by the capacity of their provider
 * while jobs arrive.
 */
public final class HierarchicalStatic extends ShareSweep {
  private static final GridSettings GRID =
      GridSettings.DEFAULTS.withSetApart(1).withQueueing(GridSettings.Queueing.IN_ORDER_OF_ARRIVAL);

  public HierarchicalStatic() {
    super(
        "hierarchical-static",
        periods(Sp2Runs.setting("mct").withGrid(GRID), 0, 3600, 86400),
        List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
        CriteriaFigures.titles(""),
        Optional.of(new Column("batchLoad", TaskFigures::batchLoad)));
  }
}
