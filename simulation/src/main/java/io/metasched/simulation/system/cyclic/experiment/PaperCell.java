package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.Series;

/**
 * Number that the cyclic scheduling paper publishes, or that represents one of its sentences. The
 * distance of a set of choices compares results with these numbers.
 *
 * <p>A cell is an interval, or a single point if the paper has one number. If the paper's own
 * numbers contradict each other, all values between them agree with the paper. Every ratio on one
 * side of 1 agrees with a sentence about an order. All bounds are positive; the upper bound may be
 * infinite.
 *
 * @param part part of the distance in which the cell counts
 * @param series its row and column
 * @param least minimum value that agrees with the paper
 * @param most maximum value that agrees with the paper
 */
record PaperCell(Part part, Series series, double least, double most) {

  private static final double MOST = Math.log(10);

  /** Parts of the paper that have equal weights in the distance. */
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

  /** Rejects intervals without a logarithm. */
  PaperCell {
    if (!(least >= 0 && most > 0 && least <= most)) {
      throw new IllegalArgumentException(
          "%s must have an interval of positive numbers, but has %s to %s"
              .formatted(series, least, most));
    }
  }

  /** Creates a cell for which the paper has one number. */
  static PaperCell of(Part part, Series series, double paper) {
    return new PaperCell(part, series, paper, paper);
  }

  /**
   * Returns the deviation of a value: the absolute logarithm of its ratio to the nearest value that
   * agrees with the paper. The deviation is at most the deviation of a ratio of 10, so that few
   * cycles with a mean of 0 also have a distance; NaN if there is no value.
   */
  double off(double ours) {
    double nearest = Math.min(Math.max(ours, least), most);
    return Math.min(MOST, Math.abs(Math.log(ours / nearest)));
  }
}
