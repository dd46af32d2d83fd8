package io.metasched.simulation.study;

/** Result of the comparison of a cell with the paper's value. */
public enum Verdict {
  /** Difference of at most the tolerance. */
  WITHIN("within"),
  /** Greater difference, or no measured value. */
  OUTSIDE("outside"),
  /** No number to compare with, or comparison by the order of the values only. */
  ORDER_ONLY("order-only");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** Returns the word in tables and files. */
  public String label() {
    return label;
  }
}
