package io.metasched.simulation.system.whatif.experiment;

import io.metasched.metascheduler.program.Quantiles;
import io.metasched.simulation.study.ComparedCells;
import io.metasched.simulation.study.ComparedCells.Cell;
import io.metasched.simulation.study.Estimate;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.whatif.metric.Calibration;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Experiment on the accuracy of plans at the grant of requests, compared with the real runs of the
 * same jobs. Plans use estimates and contain no later jobs.
 *
 * <p>Not in the what-if paper. The paper's load method halves all estimates, by an arbitrary
 * choice.
 */
public final class WhatIfCalibration implements Experiment {
  private static final int NARROW = 2;
  private static final int WIDE = 30;
  private static final List<WindowPoint> POINTS = points();

  /** Ratio of real to planned values; NaN if all jobs in it ended immediately. */
  private record Ratio(String prefix, String title, ToDoubleFunction<Calibration> of) {}

  private static final List<Ratio> RATIOS =
      List.of(
          new Ratio("makespan.", "makespan", p -> p.realMakespan() / (double) p.plannedMakespan()),
          new Ratio(
              "completion.", "mean completion", p -> p.realCompletion() / p.plannedCompletion()));

  private static final String MEAN = "mean";
  private static final String LOW = "10 %";
  private static final String MEDIAN = "median";
  private static final String HIGH = "90 %";
  private static final String BEYOND = "beyond plan";
  private static final String ERROR = "error";
  private static final List<String> COLUMNS = List.of(MEAN, LOW, MEDIAN, HIGH, BEYOND, ERROR);

  private static final String WORK = "real work";

  private static List<WindowPoint> points() {
    var points = new ArrayList<WindowPoint>();
    for (var point : WindowPoint.all(Methods.PLANNING)) {
      if (point.windowHours() == NARROW || point.windowHours() == WIDE) {
        points.add(point);
      }
    }
    return points;
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-calibration");
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var method : Methods.PLANNING) {
      for (var point : POINTS) {
        var row = row(point, method);
        measures.add(Measure.ours(row, WORK));
        for (var ratio : RATIOS) {
          COLUMNS.forEach(column -> measures.add(Measure.ours(row, ratio.prefix() + column)));
        }
      }
    }
    return measures;
  }

  private static String row(WindowPoint point, String method) {
    return method.equals(Methods.WHAT_IF) ? point.label() : "predicted " + point.label();
  }

  @Override
  public List<String> policies() {
    return Methods.PLANNING;
  }

  /** Compares the cells; the rows of what-if have no method in their names. */
  @Override
  public List<ComparedCells> compared() {
    var columns = measures().stream().map(measure -> measure.series().column()).distinct().toList();
    var compared = new ArrayList<ComparedCells>();
    for (var point : POINTS) {
      for (var column : columns) {
        var cells =
            policies().stream()
                .map(method -> new Cell(method, new Series(row(point, method), column)))
                .toList();
        compared.add(new ComparedCells(point.label(), column, cells));
      }
    }
    return compared;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return WindowCells.replicable(
        POINTS,
        context,
        observations -> (point, method, run) -> observe(row(point, method), run, observations));
  }

  private static void observe(String row, WhatIfRun run, Observations to) {
    to.put(row, WORK, RemainingWork.realShare(run));
    var points = Calibration.of(run);
    for (var ratio : RATIOS) {
      var sorted = points.stream().mapToDouble(ratio.of()).sorted().toArray();
      if (sorted.length > 0) {
        to.put(row, ratio.prefix() + MEAN, Estimate.of(sorted).mean());
        to.put(row, ratio.prefix() + LOW, Quantiles.of(sorted, 10));
        to.put(row, ratio.prefix() + MEDIAN, Quantiles.of(sorted, 50));
        to.put(row, ratio.prefix() + HIGH, Quantiles.of(sorted, 90));
        long beyond = points.stream().filter(p -> ratio.of().applyAsDouble(p) > 1).count();
        to.put(row, ratio.prefix() + BEYOND, PlanShares.percent(beyond, sorted.length));
        to.put(row, ratio.prefix() + ERROR, medianError(sorted));
      }
    }
  }

  /**
   * Returns the median of the factors by which plans deviate, in either direction, as a logarithm.
   */
  private static double medianError(double[] ratios) {
    var errors = DoubleStream.of(ratios).map(Math::log).map(Math::abs).sorted().toArray();
    return Quantiles.of(errors, 50);
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var ratio : RATIOS) {
      var curves = new ArrayList<Curve>();
      for (int window : List.of(NARROW, WIDE)) {
        for (var column : List.of(LOW, MEDIAN, HIGH)) {
          curves.add(curve("%s, STW %d h".formatted(column, window), window, ratio, column));
        }
      }
      figures.add(
          new Figure("Real over planned " + ratio.title(), "BAT, h", "ratio", Kind.LINES, curves));
    }
    return figures;
  }

  private static Curve curve(String label, int window, Ratio ratio, String column) {
    return new Curve(
        label,
        POINTS.stream()
            .filter(point -> point.windowHours() == window)
            .map(
                point ->
                    new Point(
                        "" + point.leadHours(), new Series(point.label(), ratio.prefix() + column)))
            .toList());
  }
}
