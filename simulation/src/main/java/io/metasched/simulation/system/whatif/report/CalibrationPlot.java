package io.metasched.simulation.system.whatif.report;

import io.metasched.simulation.system.whatif.metric.Calibration;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Plot of plans and real runs on a page.
 *
 * @param total number of points
 * @param points shown points, evenly spread over the run
 * @param makespan comparison of real makespans with planned ones, over all points
 * @param completion comparison of real mean completion times with planned ones, over all points
 */
public record CalibrationPlot(
    int total, List<Calibration> points, Comparison makespan, Comparison completion) {

  /**
   * Ratios of real to planned values; all 0 if there are none.
   *
   * @param mean mean of the ratios
   * @param median median of the ratios; of an even number, the larger middle ratio
   * @param notLater share of the points whose real value is at most the planned value
   * @param withinDouble share of the points whose ratio is between 0.5 and 2
   */
  public record Comparison(double mean, double median, double notLater, double withinDouble) {

    private static Comparison of(List<Calibration> points, ToDoubleFunction<Calibration> ratio) {
      if (points.isEmpty()) {
        return new Comparison(0, 0, 0, 0);
      }
      var ratios = points.stream().mapToDouble(ratio).sorted().toArray();
      double sum = 0;
      double notLater = 0;
      double withinDouble = 0;
      for (double each : ratios) {
        sum += each;
        notLater += each <= 1 ? 1 : 0;
        withinDouble += each >= 0.5 && each <= 2 ? 1 : 0;
      }
      int all = ratios.length;
      return new Comparison(sum / all, ratios[all / 2], notLater / all, withinDouble / all);
    }
  }

  /**
   * Returns the plot of a run.
   *
   * @param most maximum number of shown points, at least 1
   */
  public static CalibrationPlot of(WhatIfRun run, int most) {
    var all = Calibration.of(run);
    int step = Math.max(1, (all.size() + most - 1) / most);
    var shown =
        IntStream.range(0, all.size()).filter(at -> at % step == 0).mapToObj(all::get).toList();
    return new CalibrationPlot(
        all.size(),
        shown,
        Comparison.of(all, point -> point.realMakespan() / (double) point.plannedMakespan()),
        Comparison.of(all, point -> point.realCompletion() / point.plannedCompletion()));
  }
}
