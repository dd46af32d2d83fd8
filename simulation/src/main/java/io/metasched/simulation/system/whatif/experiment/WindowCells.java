package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.experiment.PointRuns;
import io.metasched.simulation.experiment.RunTaker;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.whatif.WhatIfSystem;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Cells of points by methods: some quantities of each run. */
record WindowCells(
    List<WindowPoint> points, List<String> methods, List<Quantity> quantities, boolean isGrid) {
  private static final String ENVIRONMENT = "what-if";

  WindowCells {
    points = List.copyOf(points);
    methods = List.copyOf(methods);
    quantities = List.copyOf(quantities);
  }

  /** Creates cells with a row for each method and point, and a column for each quantity. */
  static WindowCells table(
      List<WindowPoint> points, List<String> methods, List<Quantity> quantities) {
    return new WindowCells(points, methods, quantities, false);
  }

  /**
   * Creates cells for the combinations of the paper, with a column for each window and quantity.
   */
  static WindowCells grid(List<String> methods, List<Quantity> quantities) {
    return new WindowCells(WindowPoint.all(methods), methods, quantities, true);
  }

  /** Returns the replicable of all points that records only these cells. */
  Replicable replicable(ExperimentContext context) {
    return replicable(
        context, observations -> (point, method, run) -> observe(point, method, run, observations));
  }

  /** Returns the replicable of all points; the taker receives every run. */
  Replicable replicable(
      ExperimentContext context, Function<Observations, RunTaker<WindowPoint, WhatIfRun>> taker) {
    return replicable(points, context, taker);
  }

  /** Returns the replicable of points with cells of another kind. */
  static Replicable replicable(
      List<WindowPoint> points,
      ExperimentContext context,
      Function<Observations, RunTaker<WindowPoint, WhatIfRun>> taker) {
    return new PointRuns<>(new WhatIfSystem(), ENVIRONMENT, points, context).replicable(taker);
  }

  /** Returns the cell of a quantity. */
  Series cell(WindowPoint point, String method, Quantity quantity) {
    return isGrid
        ? new Series(
            "%s BAT %d h".formatted(method, point.leadHours()),
            "%s.STW %d h".formatted(quantity.column(), point.windowHours()))
        : new Series(point.row(method), quantity.column());
  }

  /** Returns all cells, for which the paper publishes no numbers. */
  List<Measure> measures() {
    return measures(series -> Measure.ours(series.row(), series.column()));
  }

  List<Measure> measures(Function<Series, Measure> measure) {
    var measures = new ArrayList<Measure>();
    for (var quantity : quantities) {
      for (var method : methods) {
        points.forEach(point -> measures.add(measure.apply(cell(point, method, quantity))));
      }
    }
    return measures;
  }

  /** Records all quantities of a run. */
  void observe(WindowPoint point, String method, WhatIfRun run, Observations observations) {
    for (var quantity : quantities) {
      var cell = cell(point, method, quantity);
      observations.put(cell.row(), cell.column(), quantity.of(run));
    }
  }

  /** Returns a heat map of a quantity for a method, with a row for each book-ahead time. */
  Figure heatMap(String title, String method, Quantity quantity) {
    var rows = new ArrayList<Curve>();
    for (int lead : WindowPoint.LEADS) {
      var row = points.stream().filter(point -> point.leadHours() == lead);
      rows.add(
          new Curve(
              "" + lead,
              row.map(p -> new Point("" + p.windowHours(), cell(p, method, quantity))).toList()));
    }
    return new Figure(title, "STW, h", "BAT, h", Kind.HEAT_MAP, rows);
  }

  /**
   * Returns a figure of a quantity over the book-ahead time, with a curve for each method, at some
   * of the points.
   */
  Figure overLeads(String title, String yLabel, Quantity quantity, List<WindowPoint> some) {
    var curves =
        methods.stream()
            .map(
                method ->
                    Curve.of(method, some, p -> p.leadHours(), p -> cell(p, method, quantity)))
            .toList();
    return new Figure(title, "BAT, h", yLabel, Kind.LINES, curves);
  }
}
