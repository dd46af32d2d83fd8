package io.metasched.simulation.study;

import java.util.Comparator;

/**
 * A quantity that each replication may observe once: a cell of a table.
 *
 * @param row what it is observed of, such as a policy
 * @param column what is observed, such as a cost
 */
public record Series(String row, String column) {
  /** By row, then column. */
  static final Comparator<Series> ORDER =
      Comparator.comparing(Series::row).thenComparing(Series::column);

  @Override
  public String toString() {
    return row + " / " + column;
  }
}
