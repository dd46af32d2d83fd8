package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.experiment.PointRuns;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.rectangles.RectanglesSystem;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Points of an experiment for all policies. In one replication, all points have the same jobs,
 * except for the changes of a point. They also have the same random numbers for ready times and
 * deadlines.
 */
record PolicyPoints(List<PolicyPoint> points) {
  /** All policies, in the order of the paper. */
  static final List<String> POLICIES = RectanglePolicies.names();

  private static final String ENVIRONMENT = "rectangles";
  private static final double PERCENT = 100;
  private static final double TICKS = 1000;

  PolicyPoints {
    points = List.copyOf(points);
  }

  /**
   * Returns the cells of each policy at each point; the paper publishes figures without numbers.
   */
  List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var policy : POLICIES) {
      for (var point : points) {
        measures.add(Measure.ours(point.row(policy), PolicyPoint.ACCEPTANCE));
        measures.add(Measure.ours(point.row(policy), PolicyPoint.SLOWDOWN));
        measures.add(Measure.ours(point.row(policy), PolicyPoint.WAIT));
      }
    }
    points.stream()
        .flatMap(RequestFacts::cells)
        .map(cell -> Measure.ours(cell.row(), cell.column()))
        .forEach(measures::add);
    return measures;
  }

  /** Returns the computation that runs and checks each policy at each point. */
  Replicable replicable(ExperimentContext context) {
    var runs = new PointRuns<>(new RectanglesSystem(), ENVIRONMENT, points, context);
    return runs.replicable(
        observations ->
            (point, policy, run) -> {
              observe(point.row(policy), run, observations);
              if (policy.equals(POLICIES.get(0))) {
                RequestFacts.observe(point, run.jobs(), observations);
              }
            });
  }

  private static void observe(String row, RectanglesRun run, Observations observations) {
    var accepted = run.jobs().stream().filter(ReservationRow::isAccepted).toList();
    observations.put(row, PolicyPoint.ACCEPTANCE, PERCENT * accepted.size() / run.jobs().size());
    observations.put(
        row, PolicyPoint.SLOWDOWN, RequestFacts.mean(accepted, ReservationRow::slowdown));
    observations.put(
        row,
        PolicyPoint.WAIT,
        RequestFacts.mean(accepted, one -> (one.start() - one.ready()) / TICKS));
  }

  /**
   * Returns a figure with a curve for each policy.
   *
   * @param cell returns the cell of a point and a policy
   */
  Figure figure(
      String title,
      String xLabel,
      String yLabel,
      Kind kind,
      BiFunction<PolicyPoint, String, Series> cell) {
    var curves = new ArrayList<Curve>();
    for (var policy : POLICIES) {
      curves.add(Curve.of(policy, points, point -> point.x(), point -> cell.apply(point, policy)));
    }
    return new Figure(title, xLabel, yLabel, kind, curves);
  }
}
