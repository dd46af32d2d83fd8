package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.List;

/**
 * How much greater a cell is by one policy than by another, pair by pair of the replications in
 * which both have a value.
 *
 * @param condition what the rows of both name beside the policy; may be empty
 * @param column what was observed
 * @param policy whose cell it is
 * @param than the baseline
 * @param cells the cell of the baseline, then that of the policy
 * @param difference its first mean is the baseline's
 */
public record PolicyDifference(
    String condition,
    String column,
    String policy,
    String than,
    List<Series> cells,
    Difference difference) {
  /** Copies the list. */
  public PolicyDifference {
    cells = List.copyOf(cells);
  }

  /** The differences of all policies but the first from the first, group by group. */
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

  /** The row of tables: the condition and the policy. */
  public String row() {
    return condition.isEmpty() ? policy : condition + ", " + policy;
  }
}
