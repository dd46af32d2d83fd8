package io.metasched.simulation.study;

import java.util.Comparator;

/**
 * Quantity that each replication may observe once: a cell of a table.
 *
 * @param row observed object, such as a policy
 * @param column observed quantity, such as a cost
 */
public record Series(String row, String column) {
  /** Order by row, then column. */
  static final Comparator<Series> ORDER =
      Comparator.comparing(Series::row).thenComparing(Series::column);

  @Override
  public String toString() {
    return row + " / " + column;
  }
}
