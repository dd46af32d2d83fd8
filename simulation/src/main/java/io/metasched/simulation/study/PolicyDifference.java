package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.List;

/**
 * Difference of a cell between two policies, over pairs in the replications in which both have a
 * value.
 *
 * @param condition other content of the rows of both; may be empty
 * @param column name of the observed quantity
 * @param policy compared policy
 * @param than baseline
 * @param cells cell of the baseline, then cell of the policy
 * @param difference difference; its first mean is the baseline's
 */
public record PolicyDifference(
    String condition,
    String column,
    String policy,
    String than,
    List<Series> cells,
    Difference difference) {
  public PolicyDifference {
    cells = List.copyOf(cells);
  }

  /** Returns the difference of each later policy from the first, group by group. */
  static List<PolicyDifference> of(List<ComparedCells> compared, ObservedValues observed) {
    var differences = new ArrayList<PolicyDifference>();
    for (var group : compared) {
      var first = group.cells().get(0);
      for (var cell : group.cells().subList(1, group.cells().size())) {
        differences.add(
            new PolicyDifference(
                group.condition(),
                group.column(),
                cell.policy(),
                first.policy(),
                List.of(first.series(), cell.series()),
                Difference.paired(values(observed, first), values(observed, cell))));
      }
    }
    return differences;
  }

  private static double[] values(ObservedValues observed, ComparedCells.Cell cell) {
    return observed.values(cell.series().row(), cell.series().column());
  }

  /** Returns the row of tables: the condition and the policy. */
  public String row() {
    return condition.isEmpty() ? policy : condition + ", " + policy;
  }
}
