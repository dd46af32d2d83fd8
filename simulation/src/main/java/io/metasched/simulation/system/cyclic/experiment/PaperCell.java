package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.Series;

/**
 * A published number of the cyclic scheduling paper, or a sentence of it made one, as the distance
 * of a set of choices counts it.
 *
 * <p>It is an interval, of one point where the paper says one number: where its own numbers
 * contradict each other, all that lies between them is as good as printed, and a sentence about an
 * order is met by every ratio on one side of 1. All ends are positive, the upper one may be
 * infinite.
 *
 * @param part which part of the distance it counts in
 * @param series its row and column
 * @param least least value that is as the paper says
 * @param most greatest one
 */
record PaperCell(Part part, Series series, double least, double most) {

  private static final double MOST = Math.log(10);

  /** What of the paper has an equal weight in the distance. */
  enum Part {
    TABLE_1("table 1"),
    TABLE_2("table 2"),
    TABLE_3("table 3"),
    FIGURES("figures");

    private final String label;

    Part(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** Refuses intervals that no logarithm can be taken of. */
  PaperCell {
    if (!(least >= 0 && most > 0 && least <= most)) {
      throw new IllegalArgumentException(
          "%s must have an interval of positive numbers, but has %s to %s"
              .formatted(series, least, most));
    }
  }

  /** A cell in which the paper says one number. */
  static PaperCell of(Part part, Series series, double paper) {
    return new PaperCell(part, series, paper, paper);
  }

  /**
   * How far a value is off: the absolute logarithm of its ratio to the nearest value that is as the
   * paper says, at most that of 10, so that few cycles with a mean of 0 have a distance, too; NaN
   * for none.
   */
  double off(double ours) {
    double nearest = Math.min(Math.max(ours, least), most);
    return Math.min(MOST, Math.abs(Math.log(ours / nearest)));
  }
}
