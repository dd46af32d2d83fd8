package io.metasched.simulation.study;

/** How a cell compares with the paper's. */
public enum Verdict {
  /** The values differ by at most the tolerance. */
  WITHIN("within"),
  /** They differ by more, or there is no value of ours. */
  OUTSIDE("outside"),
  /** There is no number to compare with, or only the order of the values can be compared. */
  ORDER_ONLY("order-only");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** The word in tables and files. */
  public String label() {
    return label;
  }
}
