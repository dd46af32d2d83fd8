package io.metasched.resource.model;

import java.util.List;

/**
 * Quantity of a window that a user wants to minimize. The properties that searches depend on are
 * declared here, so that a search asks for them instead of testing for a criterion.
 */
public enum Criterion {
  /** Earliest start. */
  START("start", Counts.START),
  /** Least cost. */
  COST("cost"),
  /** Shortest runtime, from the start to the end of the longest part. */
  RUNTIME("runtime", Counts.LONGEST_PART),
  /** Earliest finish. */
  FINISH("finish", Counts.START, Counts.LONGEST_PART),
  /** Least processor time, the sum of the lengths of the parts. */
  PROC_TIME("proctime", Counts.EACH_PART),
  /** Least energy, the sum of power x length of the parts. */
  ENERGY("energy", Counts.EACH_PART, Counts.POWER);

  private enum Counts {
    START,
    LONGEST_PART,
    EACH_PART,
    POWER
  }

  private final String label;
  private final boolean countsStart;
  private final boolean countsLongestPart;
  private final boolean countsEachPart;
  private final boolean countsPower;

  Criterion(String label, Counts... counts) {
    var all = List.of(counts);
    this.label = label;
    countsStart = all.contains(Counts.START);
    countsLongestPart = all.contains(Counts.LONGEST_PART);
    countsEachPart = all.contains(Counts.EACH_PART);
    countsPower = all.contains(Counts.POWER);
  }

  /** Returns the name used in scenarios, tables and result files. */
  public String label() {
    return label;
  }

  /** Returns whether a later start makes a window of equal lengths worse. */
  public boolean countsStart() {
    return countsStart;
  }

  /** Returns whether a longer longest part makes a window of equal start worse. */
  public boolean countsLongestPart() {
    return countsLongestPart;
  }

  /**
   * Returns whether the value is a sum over the parts other than the cost, so that the choice of
   * the parts within the cost limit is a knapsack problem.
   */
  public boolean isKnapsack() {
    return countsEachPart;
  }

  /** Returns whether the length of each part is weighed by the power of its node. */
  public boolean countsPower() {
    return countsPower;
  }

  /** Returns whether only start and cost count, so that a longer part is no worse. */
  public boolean ignoresLengths() {
    return !countsLongestPart && !countsEachPart;
  }

  /** Returns whether windows are compared by their start and by nothing else. */
  public boolean isStartOnly() {
    return countsStart && ignoresLengths();
  }

  /**
   * Returns whether a repeated search may resume from the window found last, because no earlier
   * window can be as good. True if the start or the longest part decides.
   */
  public boolean mayResume() {
    return countsStart || countsLongestPart;
  }
}
