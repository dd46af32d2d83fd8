package io.metasched.simulation.study;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Chart of measured cells with their intervals.
 *
 * @param title title, with the paper's figure if there is one
 * @param xLabel quantity in which the points differ
 * @param yLabel measured quantity, with its unit; in a heat map the quantity in which the rows
 *     differ
 * @param kind form of the chart
 * @param curves compared curves
 */
public record Figure(String title, String xLabel, String yLabel, Kind kind, List<Curve> curves) {

  /** Form of a chart. */
  public enum Kind {
    /** Bars over names. */
    BARS,
    /** Lines over numbers. */
    LINES,
    /** Lines over positive numbers, with both axes logarithmic: power laws are straight lines. */
    GROWTH,
    /**
     * Shaded cells: a row for each curve, whose label is its position on the vertical axis. Maps of
     * one experiment with equal axes have one scale.
     */
    HEAT_MAP
  }

  /** Points of one colour. */
  public record Curve(String label, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }

    /**
     * Creates a curve over names or numbers.
     *
     * @param cell returns the cell at a name or number
     */
    public static <X> Curve of(String label, Collection<X> xs, Function<X, Series> cell) {
      return of(label, xs, x -> x, cell);
    }

    /**
     * Creates a curve over items.
     *
     * @param x returns the name or number of an item
     * @param cell returns the cell of an item
     */
    public static <T> Curve of(
        String label, Collection<T> items, Function<T, Object> x, Function<T, Series> cell) {
      return new Curve(
          label,
          items.stream()
              .map(item -> new Point(String.valueOf(x.apply(item)), cell.apply(item)))
              .toList());
    }
  }

  /**
   * Point of a curve.
   *
   * @param x name, or number if the figure has lines
   * @param series cell whose value it shows
   */
  public record Point(String x, Series series) {}

  public Figure {
    curves = List.copyOf(curves);
  }
}
