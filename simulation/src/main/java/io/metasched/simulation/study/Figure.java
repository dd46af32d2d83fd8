package io.metasched.simulation.study;

import java.util.List;

/**
 * A chart of measured cells with their intervals.
 *
 * @param title what it shows, with the paper's figure if there is one
 * @param xLabel what the points differ in
 * @param yLabel what is measured, with its unit; in a heat map what the rows differ in
 * @param kind how it is drawn
 * @param curves what is compared
 */
public record Figure(String title, String xLabel, String yLabel, Kind kind, List<Curve> curves) {

  /** How a figure is drawn. */
  public enum Kind {
    /** Bars over names. */
    BARS,
    /** Lines over numbers. */
    LINES,
    /** Lines over positive numbers, both axes logarithmic: powers come out straight. */
    GROWTH,
    /**
     * Shaded cells: a row for each curve, whose label is its place on the vertical axis. Maps of
     * one experiment with equal axes have one scale.
     */
    HEAT_MAP
  }

  /** Points of one colour. */
  public record Curve(String label, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }
  }

  /**
   * A point of a curve.
   *
   * @param x a name, or a number where the figure has lines
   * @param series the cell whose value it shows
   */
  public record Point(String x, Series series) {}

  public Figure {
    curves = List.copyOf(curves);
  }
}
