package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What reservations cost the jobs, where the window is so wide that all requests are granted.
 *
 * <p>Source: the what-if paper, sections 5.3 and 5.4, table 1 and figure 4. The paper's values are
 * of one draw of the requests, so that only their order can be compared with means.
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
              Quantity.GROWTH));

  /** Table 1: delayed jobs, their wait without requests and with them. */
  private static final Map<String, List<Integer>> PAPER =
      Map.ofEntries(
          Map.entry("load BAT 0 h", List.of(284, 2532, 7853)),
          Map.entry("load BAT 2 h", List.of(341, 2138, 11572)),
          Map.entry("load BAT 4 h", List.of(372, 1782, 11167)),
          Map.entry("load BAT 6 h", List.of(357, 1984, 11036)),
          Map.entry("load BAT 12 h", List.of(390, 2244, 15405)),
          Map.entry("load BAT 24 h", List.of(411, 1638, 12832)),
          Map.entry("what-if BAT 0 h", List.of(172, 4155, 8112)),
          Map.entry("what-if BAT 2 h", List.of(280, 3594, 8744)),
          Map.entry("what-if BAT 4 h", List.of(319, 3491, 9193)),
          Map.entry("what-if BAT 6 h", List.of(429, 2426, 11081)),
          Map.entry("what-if BAT 12 h", List.of(393, 1926, 16649)),
          Map.entry("what-if BAT 24 h", List.of(407, 1646, 13011)));

  private static final int HOUR = 3600;

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "whatif-delay",
        "Delayed jobs and the growth of the makespan by book-ahead time, in windows of 30 hours.",
        BlueHorizon.PAPER + "sections 5.3 and 5.4, table 1 and figure 4",
        BlueHorizon.DRAWS,
        2,
        false);
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<>(CELLS.measures(WhatIfDelay::measure));
    measures.addAll(AddedWaitCourse.measures(CELLS.points(), Methods.PAPER));
    return measures;
  }

  private static Measure measure(Series cell) {
    var paper = PAPER.get(cell.row());
    if (paper == null) {
      return Measure.ours(cell.row(), cell.column());
    }
    int jobs = paper.get(0);
    double added = jobs * (double) (paper.get(2) - paper.get(1)) / HOUR;
    return switch (cell.column()) {
      case "success" -> Measure.published(cell.row(), cell.column(), 100, 0);
      case "delayed" -> Measure.ordered(cell.row(), cell.column(), jobs);
      case "original" -> Measure.ordered(cell.row(), cell.column(), paper.get(1));
      case "affected" -> Measure.ordered(cell.row(), cell.column(), paper.get(2));
      case "added-h" -> Measure.ordered(cell.row(), cell.column(), Math.round(added));
      default -> Measure.ours(cell.row(), cell.column());
    };
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
              }
            });
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    return new DelayClaims(CELLS, measured).all();
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
