package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Comparison of studies made by hand. */
final class StudyComparisonTest {
  private static final Series COST = new Series("k=1", "cost");

  @Test
  void replicationsOfOneSeedAreComparedInPairs() {
    var comparison =
        StudyComparison.of(study(1, "s", "k=1", 1, 2, 3), study(1, "s", "k=1", 3, 5, 4));

    assertThat(comparison.paired()).isTrue();
    assertThat(comparison.why()).isEqualTo("seed 1 and 3 replications in both");
    var cost = comparison.differences().get(0);
    assertThat(cost.series()).isEqualTo(COST);
    // differences 2, 3, 1; t(2) = 4.302653
    assertThat(cost.difference().change().mean()).isEqualTo(2);
    assertThat(cost.difference().change().ci95()).isCloseTo(4.302653 / Math.sqrt(3), within(1e-6));
    assertThat(comparison.onlyFirst()).isEmpty();
  }

  @Test
  void otherSeedsReplicationsAndScenariosAreIndependentSamples() {
    var first = study(1, "s", "k=1", 1, 2, 3, 4, 5);

    var seed = StudyComparison.of(first, study(2, "s", "k=1", 2, 4, 6, 8, 10));
    var scenario = StudyComparison.of(first, study(1, "t", "k=1", 2, 4, 6, 8, 10));
    var count = StudyComparison.of(first, study(1, "s", "k=1", 2, 4, 6));

    assertThat(seed.why()).isEqualTo("the seeds are 1 and 2");
    assertThat(scenario.why()).isEqualTo("the scenarios are s and t");
    assertThat(count.why()).isEqualTo("there are 5 and 3 replications");
    assertThat(List.of(seed.paired(), scenario.paired(), count.paired())).containsOnly(false);
    for (var comparison : List.of(seed, scenario)) {
      var change = comparison.differences().get(0).difference().change();
      assertThat(change.mean()).isEqualTo(3);
      assertThat(change.ci95()).isCloseTo(3.887742, within(1e-6)); // the value of DifferenceTest
    }
    assertThat(count.differences().get(0).difference().change().mean()).isEqualTo(1);
    assertThat(count.onlyFirst()).containsExactly(new Series("own 5", "cost"));
    assertThat(count.onlySecond()).containsExactly(new Series("own 3", "cost"));
  }

  @Test
  void resultsWithNothingInCommonAreNotComparable() {
    var first = study(1, "s", "k=1", 1, 2, 3);
    var other = new Study("single-job", "", 1, first.measurements());

    assertThatThrownBy(() -> StudyComparison.of(first, study(1, "s", "k=2", 1, 2)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no series in common")
        .hasMessageContaining("'k=1 / cost' and 'k=2 / cost'");
    assertThatThrownBy(() -> StudyComparison.of(first, other))
        .isInstanceOf(UsageException.class)
        .hasMessage("the experiments sweep and single-job are not comparable");
  }

  private static Study study(long seed, String scenario, String row, double... cost) {
    var values = new ArrayList<double[]>();
    for (double value : cost) {
      values.add(new double[] {value, 7});
    }
    var series = List.of(new Series(row, "cost"), new Series("own " + cost.length, "cost"));
    var measured = ObservedValues.of(series, values.toArray(double[][]::new), 0);
    return new Study("sweep", scenario, seed, measured);
  }
}
