package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.ComparedCells;
import io.metasched.simulation.study.ComparedCells.Cell;
import io.metasched.simulation.study.Estimate;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.whatif.Calibration;
import io.metasched.simulation.system.whatif.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What was planned when requests were granted, beside what became of the same jobs: how far plans
 * of estimates, without later jobs, can be believed.
 *
 * <p>Not in the what-if paper. Its load method halves all estimates, by an arbitrary choice.
 */
public final class WhatIfCalibration implements Experiment {
  private static final int NARROW = 2;
  private static final int WIDE = 30;
  private static final List<WindowPoint> POINTS = points();

  /** A ratio of what was real to what was planned; NaN where all it is taken of ended at once. */
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
  private static final double FACTOR = 0.5;
  private static final double NEAR = 0.1;
  private static final double MOST_BEYOND = 10;

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
    return new ExperimentInfo(
        "whatif-calibration",
        "Real makespan and completion of the jobs that a granted request met, over those planned.",
        "beyond the what-if paper, with its section 4.2",
        BlueHorizon.DRAWS,
        3,
        false);
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

  /** The rows of what-if bear no name of a method. */
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
        to.put(row, ratio.prefix() + LOW, Percentiles.of(sorted, 10));
        to.put(row, ratio.prefix() + MEDIAN, Percentiles.of(sorted, 50));
        to.put(row, ratio.prefix() + HIGH, Percentiles.of(sorted, 90));
        long beyond = points.stream().filter(p -> ratio.of().applyAsDouble(p) > 1).count();
        to.put(row, ratio.prefix() + BEYOND, PlanShares.percent(beyond, sorted.length));
        to.put(row, ratio.prefix() + ERROR, medianError(sorted));
      }
    }
  }

  /** The median of by which factor plans are off, in either direction, as a logarithm. */
  private static double medianError(double[] ratios) {
    var errors = DoubleStream.of(ratios).map(Math::log).map(Math::abs).sorted().toArray();
    return Percentiles.of(errors, 50);
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    return List.of(
        within(
            measured,
            "half-the-estimated-work-is-real",
            "The factor of the load method, 0.5, is the real share of the estimated work, within"
                + " 0.1.",
            WORK,
            FACTOR - NEAR,
            FACTOR + NEAR),
        within(
            measured,
            "half-the-planned-makespan-is-real",
            "The real makespan is half the planned one, within 0.1.",
            "makespan." + MEAN,
            FACTOR - NEAR,
            FACTOR + NEAR),
        within(
            measured,
            "few-plans-are-exceeded",
            "At most 10 % of the plans end later than planned.",
            "makespan." + BEYOND,
            Double.NEGATIVE_INFINITY,
            MOST_BEYOND),
        nearer(
            measured,
            "predicted-makespans-are-nearer",
            "With predicted run times the median error of the makespan is less.",
            "makespan." + ERROR),
        nearer(
            measured,
            "predicted-completions-are-nearer",
            "So is that of the mean completion.",
            "completion." + ERROR));
  }

  private static Claim nearer(ObservedValues measured, String id, String text, String column) {
    var paired = new Paired(measured);
    for (var point : POINTS) {
      paired.less(
          new Series(row(point, Methods.PREDICTED), column),
          new Series(row(point, Methods.WHAT_IF), column));
    }
    return paired.claim(id, text);
  }

  /** Whether a column lies between two values at each point, by its intervals. */
  private static Claim within(
      ObservedValues measured, String id, String text, String column, double least, double most) {
    var finding = Finding.HOLDS;
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (var point : POINTS) {
      var ratio = measured.estimate(point.label(), column);
      lowest = Math.min(lowest, ratio.mean());
      highest = Math.max(highest, ratio.mean());
      boolean isOutside = ratio.most() < least || ratio.least() > most;
      boolean isInside = ratio.least() >= least && ratio.most() <= most;
      finding =
          finding.and(
              isOutside ? Finding.CONTRADICTED : isInside ? Finding.HOLDS : Finding.UNDECIDED);
    }
    return new Claim(
        id,
        text,
        finding,
        String.format(Locale.ROOT, "from %.3f to %.3f, by the point", lowest, highest));
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
