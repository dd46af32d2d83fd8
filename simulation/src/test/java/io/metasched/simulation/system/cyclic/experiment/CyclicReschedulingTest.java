package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.ReplicationRunner;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicReschedulingTest {

  @Test
  void everyCellIsMeasuredOnJobsThatMoveAndNoPromiseIsBroken() {
    var result =
        ExperimentResult.of(
            new CyclicRescheduling(),
            new ReplicationRunner(1, 3, 1),
            new ExperimentContext(List.of(), () -> 0),
            done -> {});

    assertThat(result.measurements().schedulesChecked()).isEqualTo(3 * 10);
    assertThat(result.cells()).allMatch(cell -> cell.ours().count() == 3);
    for (var prefix : List.of("", "exact.")) {
      for (var row : List.of("css", "batch-slicer")) {
        assertThat(mean(result, row, prefix + "movesPerJob")).isZero();
        assertThat(mean(result, row + "+replan", prefix + "movesPerJob")).isPositive();
        assertThat(mean(result, row + "+replan", prefix + "brokenPromises")).isZero();
      }
      // backfilling proves that broken promises are counted: it promises only the start, so a job
      // may pay more or end later
      assertThat(mean(result, "backfilling", prefix + "brokenPromises")).isPositive();
    }
    assertThat(result.claims())
        .filteredOn(claim -> claim.id().equals("no-promise-is-broken"))
        .singleElement()
        .matches(Claim::holds);
  }

  private static double mean(ExperimentResult result, String row, String column) {
    return result.measurements().mean(row, column);
  }
}
