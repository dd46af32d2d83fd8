package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on the cost of reservations for the jobs, with a window so wide that all requests are
 * granted.
 *
 * <p>Source: the what-if paper, sections 5.3 and 5.4, table 1 and figure 4. The paper's values are
 * of one draw of the requests, so that only their order is comparable with means.
 */
public final class WhatIfDelay implements Experiment {
  private static final WindowCells CELLS =
      WindowCells.table(
          WindowPoint.widest("", Methods.ALL),
          Methods.ALL,
          List.of(
              Quantity.SUCCESS,
              Quantity.DELAYED,
              Quantity.WAIT_ALONE,
              Quantity.WAIT,
              Quantity.ADDED,
              Quantity.ADDED_PER_JOB,
              Quantity.GROWTH,
              Quantity.SHIFT));

  /**
   * Row of table 1.
   *
   * @param row name of the row here
   * @param delayed number of delayed jobs
   * @param original mean wait of the delayed jobs without requests, in seconds
   * @param affected mean wait of the delayed jobs with requests, in seconds
   */
  private record Published(String row, int delayed, int original, int affected) {}

  private static final List<Published> TABLE_1 =
      List.of(
          new Published("load BAT 0 h", 284, 2532, 7853),
          new Published("load BAT 2 h", 341, 2138, 11572),
          new Published("load BAT 4 h", 372, 1782, 11167),
          new Published("load BAT 6 h", 357, 1984, 11036),
          new Published("load BAT 12 h", 390, 2244, 15405),
          new Published("load BAT 24 h", 411, 1638, 12832),
          new Published("what-if BAT 0 h", 172, 4155, 8112),
          new Published("what-if BAT 2 h", 280, 3594, 8744),
          new Published("what-if BAT 4 h", 319, 3491, 9193),
          new Published("what-if BAT 6 h", 429, 2426, 11081),
          new Published("what-if BAT 12 h", 393, 1926, 16649),
          new Published("what-if BAT 24 h", 407, 1646, 13011));

  private static final int HOUR = 3600;

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-delay");
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<>(CELLS.measures(WhatIfDelay::measure));
    measures.addAll(AddedWaitCourse.measures(CELLS.points(), Methods.PAPER));
    for (var method : Methods.PAPER) {
      for (var point : CELLS.points()) {
        measures.addAll(WaitSteps.measures(point.row(method)));
        measures.addAll(LargeJobs.measures(point.row(method)));
      }
    }
    measures.addAll(LoggedJobs.measures());
    return measures;
  }

  private static Measure measure(Series cell) {
    return TABLE_1.stream()
        .filter(published -> published.row().equals(cell.row()))
        .findFirst()
        .map(published -> measure(cell, published))
        .orElseGet(() -> Measure.ours(cell.row(), cell.column()));
  }

  private static Measure measure(Series cell, Published paper) {
    double added = paper.delayed() * (double) (paper.affected() - paper.original()) / HOUR;
    return switch (cell.column()) {
      case "success" -> Measure.published(cell.row(), cell.column(), 100, 0);
      case "delayed" -> Measure.ordered(cell.row(), cell.column(), paper.delayed());
      case "original" -> Measure.ordered(cell.row(), cell.column(), paper.original());
      case "affected" -> Measure.ordered(cell.row(), cell.column(), paper.affected());
      case "added-per-job-s" ->
          Measure.ordered(cell.row(), cell.column(), paper.affected() - paper.original());
      case "added-h" -> Measure.ordered(cell.row(), cell.column(), Math.rint(added));
      default -> Measure.ours(cell.row(), cell.column());
    };
  }

  @Override
  public List<String> policies() {
    return Methods.ALL;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return CELLS.replicable(
        context,
        observations ->
            (point, method, run) -> {
              CELLS.observe(point, method, run, observations);
              if (Methods.PAPER.contains(method)) {
                AddedWaitCourse.observe(point.row(method), run, observations);
                var cluster = ClusterView.of(run);
                new WaitSteps(cluster).observe(point.row(method), observations);
                new LargeJobs(cluster).observe(point.row(method), observations);
              }
              if (method.equals(Methods.LOAD) && point.equals(CELLS.points().get(0))) {
                LoggedJobs.observe(run, observations);
              }
            });
  }

  @Override
  public List<Figure> figures() {
    var points = CELLS.points();
    return List.of(
        CELLS.overLeads("Delayed jobs (table 1)", "jobs", Quantity.DELAYED, points),
        CELLS.overLeads("Added wait of all delayed jobs", "hours", Quantity.ADDED, points),
        CELLS.overLeads("Growth of the makespan", "%", Quantity.GROWTH, points),
        AddedWaitCourse.figure("Added wait under load (figure 4, left)", points, Methods.LOAD),
        AddedWaitCourse.figure(
            "Added wait under what-if (figure 4, right)", points, Methods.WHAT_IF));
  }
}
