package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Total wait added by reservations up to the end of each day; the wait of a job counts at its
 * start.
 *
 * <p>Source: the what-if paper, section 5.4, figure 4. Few jobs run before day 5.
 */
final class AddedWaitCourse {
  private static final List<Integer> DAYS = IntStream.rangeClosed(5, 14).boxed().toList();
  private static final double TICKS_OF_HOUR = 3_600_000;
  private static final long TICKS_OF_DAY = 86_400_000;

  private AddedWaitCourse() {}

  private static String column(int day) {
    return "until.day " + day;
  }

  /** Returns the cells, in hours. */
  static List<Measure> measures(List<WindowPoint> points, List<String> methods) {
    var measures = new ArrayList<Measure>();
    for (var method : methods) {
      for (var point : points) {
        DAYS.forEach(day -> measures.add(Measure.ours(point.row(method), column(day))));
      }
    }
    return measures;
  }

  /** Records the course of a run. */
  static void observe(String row, WhatIfRun run, Observations observations) {
    for (int day : DAYS) {
      long until = day * TICKS_OF_DAY;
      double added =
          run.jobs().stream()
              .filter(job -> job.start() < until && job.addedWait() > 0)
              .mapToDouble(WhatIfJobRow::addedWait)
              .sum();
      observations.put(row, column(day), added / TICKS_OF_HOUR);
    }
  }

  /** Returns a figure with a curve for each point. */
  static Figure figure(String title, List<WindowPoint> points, String method) {
    var curves =
        points.stream()
            .map(
                point ->
                    Curve.of(
                        point.label(), DAYS, day -> new Series(point.row(method), column(day))))
            .toList();
    return new Figure(title, "until the end of day", "hours", Kind.LINES, curves);
  }
}
