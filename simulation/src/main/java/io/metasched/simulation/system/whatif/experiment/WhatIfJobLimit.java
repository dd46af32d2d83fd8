package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.List;
import java.util.stream.Stream;

/**
 * Experiment on the cost of reservations for the jobs without large jobs, or with better estimates.
 * A large job that is first in the queue waits for the last of the reservations, and most other
 * jobs wait for the large job.
 *
 * <p>Source: the what-if paper, section 5.4, job size limitation. The paper states fewer than 89
 * processors, which would cut one job in six of the log, and that fewer than ten jobs are cut. 88
 * nodes are 704 processors; both limits are measured. Requests keep their processors, as in the
 * paper.
 */
public final class WhatIfJobLimit implements Experiment {
  private static final int NODES = LargeJobs.LARGE;
  private static final int PROCESSORS = 88;

  private static final List<WindowPoint> UNLIMITED = WindowPoint.widest("", Methods.LIMITED);
  private static final List<WindowPoint> LIMITED = limited(NODES);

  private static final List<WindowPoint> EXACT =
      WindowPoint.widest("exact ", Methods.LIMITED, "log.estimates=exact");

  private static final WindowCells CELLS =
      WindowCells.table(
          Stream.of(UNLIMITED, LIMITED, limited(PROCESSORS), EXACT).flatMap(List::stream).toList(),
          Methods.LIMITED,
          List.of(Quantity.SUCCESS, Quantity.DELAYED, Quantity.ADDED));

  private static List<WindowPoint> limited(int processors) {
    return WindowPoint.widest(
        "up to %d ".formatted(processors), Methods.LIMITED, "jobs.most-processors=" + processors);
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-job-limit");
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  @Override
  public List<Measure> measures() {
    return CELLS.measures();
  }

  @Override
  public List<String> policies() {
    return Methods.LIMITED;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return CELLS.replicable(context);
  }

  @Override
  public List<Figure> figures() {
    return Methods.LIMITED.stream()
        .map(
            method ->
                new Figure(
                    "Added wait under " + method,
                    "BAT, h",
                    "hours",
                    Kind.LINES,
                    List.of(
                        curve("all jobs", UNLIMITED, method),
                        curve("up to %d processors".formatted(NODES), LIMITED, method),
                        curve("up to %d".formatted(PROCESSORS), limited(PROCESSORS), method),
                        curve("exact estimates", EXACT, method))))
        .toList();
  }

  private static Curve curve(String label, List<WindowPoint> points, String method) {
    return Curve.of(
        label,
        points,
        point -> point.leadHours(),
        point -> CELLS.cell(point, method, Quantity.ADDED));
  }
}
