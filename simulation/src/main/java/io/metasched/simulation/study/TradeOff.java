package io.metasched.simulation.study;

import java.util.List;
import java.util.Optional;

/**
 * Rows of an experiment that are weighed by two columns at once, which the reader of its page
 * chooses: the page shows which rows no other one beats in both (the Pareto front).
 *
 * @param groups what is weighed against each other, one group at a time
 * @param axes the columns to choose from; the first two are shown first
 */
public record TradeOff(List<Group> groups, List<Axis> axes) {

  /**
   * Rows that are comparable, such as all policies on one log.
   *
   * @param bound the row of what none of them can beat, in each column for itself, if it is known
   */
  public record Group(String label, List<Row> rows, Optional<String> bound) {
    public Group {
      rows = List.copyOf(rows);
    }
  }

  /**
   * A row.
   *
   * @param label what its point is called
   * @param row the row of its cells
   */
  public record Row(String label, String row) {}

  /**
   * A column.
   *
   * @param label with its unit
   * @param isMoreBetter whether more of it is better, or less
   */
  public record Axis(String column, String label, boolean isMoreBetter) {}

  /**
   * @throws IllegalArgumentException for fewer than two axes
   */
  public TradeOff {
    groups = List.copyOf(groups);
    axes = List.copyOf(axes);
    if (axes.size() < 2) {
      throw new IllegalArgumentException("two columns at least are weighed against each other");
    }
  }
}
