package io.metasched.simulation.system.whatif;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Plans beside what happened, as a page draws them.
 *
 * @param total how many points there are
 * @param points those that are shown, evenly spread over the run
 * @param makespan how real makespans compare with planned ones, over all points
 * @param completion how real mean times to completion do
 */
record CalibrationPlot(
    int total, List<Calibration> points, Comparison makespan, Comparison completion) {

  /**
   * Real over planned values; all 0 where there are none.
   *
   * @param mean of the ratios
   * @param median of them, of an even number the greater middle one
   * @param notLater share of the points whose real value is at most the planned one
   * @param withinDouble share of those that are at most twice the other, both ways
   */
  record Comparison(double mean, double median, double notLater, double withinDouble) {

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
   * The plot of a run.
   *
   * @param most how many points it may show, at least 1
   */
  static CalibrationPlot of(WhatIfRun run, int most) {
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
