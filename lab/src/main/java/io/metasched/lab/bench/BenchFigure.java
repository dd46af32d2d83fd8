package io.metasched.lab.bench;

import java.util.List;

/**
 * Chart of a bench: curves over numbers.
 *
 * @param decimals number of decimal places of a displayed value
 */
public record BenchFigure(
    String title, String xLabel, String yLabel, int decimals, List<Curve> curves) {
  public BenchFigure {
    curves = List.copyOf(curves);
  }

  /** Curve of a chart. */
  public record Curve(String label, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }
  }

  /** Point of a curve. */
  public record Point(int x, double y) {}
}
