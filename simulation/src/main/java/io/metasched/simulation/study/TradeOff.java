package io.metasched.simulation.study;

import java.util.List;
import java.util.Optional;

/**
 * Trade-off of the rows of an experiment between two columns, which the reader of its page chooses.
 * The page shows the rows that no other row beats in both columns (the Pareto front).
 *
 * @param groups groups of comparable rows, shown one at a time
 * @param axes columns to choose from; the first two are shown first
 */
public record TradeOff(List<Group> groups, List<Axis> axes) {

  /**
   * Rows that are comparable, such as all policies on one log.
   *
   * @param bound row of the bound that no row can beat, with a separate bound for each column;
   *     empty if unknown
   */
  public record Group(String label, List<Row> rows, Optional<String> bound) {
    public Group {
      rows = List.copyOf(rows);
    }
  }

  /**
   * Row of a group.
   *
   * @param label label of its point
   * @param row row of its cells
   */
  public record Row(String label, String row) {}

  /**
   * Column of the trade-off.
   *
   * @param label label with the unit
   * @param isMoreBetter whether greater values are better
   */
  public record Axis(String column, String label, boolean isMoreBetter) {}

  /**
   * @throws IllegalArgumentException if there are fewer than two axes
   */
  public TradeOff {
    groups = List.copyOf(groups);
    axes = List.copyOf(axes);
    if (axes.size() < 2) {
      throw new IllegalArgumentException("at least two columns must be compared");
    }
  }
}
