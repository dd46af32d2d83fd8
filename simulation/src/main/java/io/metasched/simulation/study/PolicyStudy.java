package io.metasched.simulation.study;

import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.List;

/**
 * Study with the cells that differ in the policy only.
 *
 * @param study observations
 * @param compared cells of all policies by their conditions
 */
public record PolicyStudy(Study study, List<ComparedCells> compared) {
  public PolicyStudy {
    compared = List.copyOf(compared);
  }

  /** Returns the names of the policies, in order. */
  public List<String> policies() {
    return compared.stream()
        .flatMap(group -> group.cells().stream())
        .map(ComparedCells.Cell::policy)
        .distinct()
        .toList();
  }

  /**
   * Returns a copy with the cells of one policy only, whose rows are the conditions without the
   * policy.
   *
   * @throws UsageException if the study has no such policy
   */
  Study only(String policy) {
    var places = new ArrayList<Series>();
    var samples = new ArrayList<double[]>();
    var all = study.measurements();
    for (var group : compared) {
      group
          .of(policy)
          .ifPresent(
              cell -> {
                places.add(group.place());
                samples.add(all.values(cell.series().row(), cell.series().column()));
              });
    }
    if (places.isEmpty()) {
      throw new UsageException(
          "--policies %s: allowed are the policies of the results, %s"
              .formatted(policy, String.join(", ", policies())));
    }
    var values = new double[all.replications()][places.size()];
    for (int at = 0; at < places.size(); at++) {
      for (int replication = 0; replication < values.length; replication++) {
        values[replication][at] = samples.get(at)[replication];
      }
    }
    return new Study(
        study.experiment(),
        study.scenario(),
        study.seed(),
        ObservedValues.of(places, values, all.schedulesChecked()));
  }
}
