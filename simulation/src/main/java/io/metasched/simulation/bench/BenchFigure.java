package io.metasched.simulation.bench;

import java.util.List;

/**
 * A chart of a bench: curves over numbers.
 *
 * @param decimals behind the point, where a value is shown
 */
public record BenchFigure(
    String title, String xLabel, String yLabel, int decimals, List<Curve> curves) {
  /** Copies the list. */
  public BenchFigure {
    curves = List.copyOf(curves);
  }

  /** A curve. */
  public record Curve(String label, List<Point> points) {
    /** Copies the list. */
    public Curve {
      points = List.copyOf(points);
    }
  }

  /** A point of a curve. */
  public record Point(int x, double y) {}
}
