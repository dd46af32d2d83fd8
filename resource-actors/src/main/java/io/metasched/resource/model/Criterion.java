package io.metasched.resource.model;

/** What a user wants least of in a window. */
public enum Criterion {
  /** Earliest start. */
  START("start"),
  /** Least cost. */
  COST("cost"),
  /** Shortest runtime, from the start to the end of the longest part. */
  RUNTIME("runtime"),
  /** Earliest finish. */
  FINISH("finish"),
  /** Least processor time, the sum of the lengths of the parts. */
  PROC_TIME("proctime"),
  /** Least energy, the sum of power x length of the parts. */
  ENERGY("energy");

  private final String label;

  Criterion(String label) {
    this.label = label;
  }

  /** The name in scenarios, tables and result files. */
  public String label() {
    return label;
  }
}
