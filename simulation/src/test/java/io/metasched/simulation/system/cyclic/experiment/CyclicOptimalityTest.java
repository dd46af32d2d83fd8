package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.SyntheticMeasurements;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicOptimalityTest {
  private static final CyclicOptimality EXPERIMENT = new CyclicOptimality();

  @Test
  void oneBatchThatIsNotSolvedIsReported() {
    var id = "every-batch-solved";
    var solved =
        synthetic("optimum", "procTime.unsolved", 0, 0)
            .with("optimum", "cost.unsolved", 0, 0)
            .with("optimum", "income.unsolved", 0, 0);
    assertThat(solved.claim(id).holds()).isTrue();
    assertThat(solved.with("optimum", "cost.unsolved", 0, 1).claim(id).holds()).isFalse();
  }

  @Test
  void theSlicerIsNearerOnlyIfTheIntervalDecidesIt() {
    var id = "batch-slicer-nearer-than-css";
    assertThat(gaps(5, 6, 3, 4.1).claim(id).holds()).isTrue();
    assertThat(gaps(5, 6, 3, 5.9).claim(id).finding()).isEqualTo(Finding.UNDECIDED);
    assertThat(gaps(3, 4, 5, 6.1).claim(id).finding()).isEqualTo(Finding.CONTRADICTED);
  }

  private static SyntheticMeasurements gaps(
      double css0, double css1, double slicer0, double slicer1) {
    return synthetic("css", "procTime.gap", css0, css1)
        .with("batch-slicer k=2", "procTime.gap", slicer0, slicer1);
  }

  @Test
  void backfillingIsTheFarthestOnlyOfAll() {
    var id = "backfilling-farthest-in-processor-time";
    var far = gaps(1, 1, 2, 2);
    for (var row : List.of("batch-slicer k=5", "bsf")) {
      far.with(row, "procTime.gap", 3, 3);
    }
    assertThat(far.with("backfilling", "procTime.gap", 4, 4).claim(id).holds()).isTrue();
    assertThat(far.with("backfilling", "procTime.gap", 2, 2).claim(id).holds()).isFalse();
  }

  @Test
  void theDefaultsAreNearerWhereTheyAreByEveryGoal() {
    var id = "css-by-default-nearer-than-published";
    var nearer = synthetic("css", "procTime.gap", 2, 2).with("css", "exact.procTime.gap", 1, 1);
    for (var goal : List.of("cost", "income")) {
      nearer.with("css", goal + ".gap", 2, 2).with("css", "exact." + goal + ".gap", 1, 1);
    }
    assertThat(nearer.claim(id).holds()).isTrue();
    assertThat(nearer.with("css", "exact.income.gap", 3, 3).claim(id).holds()).isFalse();
  }

  @Test
  void theChoiceAloneMayLoseNothingByAnyGoal() {
    var id = "choice-alone-loses-nothing";
    var row = "css choice alone";
    var nothing =
        synthetic(row, "procTime.gap", 0, 0)
            .with(row, "cost.gap", 0, 0)
            .with(row, "income.gap", 0, 0);
    assertThat(nothing.claim(id).finding()).isEqualTo(Finding.HOLDS);
    assertThat(nothing.with(row, "cost.gap", 0, 1).claim(id).finding())
        .isEqualTo(Finding.UNDECIDED);
    assertThat(nothing.with(row, "cost.gap", 1, 1.1).claim(id).finding())
        .isEqualTo(Finding.CONTRADICTED);
  }

  private static SyntheticMeasurements synthetic(String row, String column, double... values) {
    return SyntheticMeasurements.none(EXPERIMENT).with(row, column, values);
  }

  @Test
  void noPolicyBeatsTheOptimumAndSomeReachIt() {
    var measured = run(List.of());

    var gaps = measured.values("css", "exact.cost.gap");
    assertThat(Arrays.stream(gaps).filter(gap -> gap > 0).count()).isPositive();
    assertThat(EXPERIMENT.claims(measured))
        .filteredOn(claim -> claim.id().equals("every-batch-solved"))
        .allMatch(Claim::holds)
        .hasSize(1);
    assertThat(measured.mean("optimum", "cost.Y"))
        .isLessThanOrEqualTo(measured.mean("css", "cost.Y"));
  }

  @Test
  void pricesThatChangeOverTimeAreRefused() {
    assertThatThrownBy(() -> run(List.of("price.discount.most=0.1")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("price.discount.most");
  }

  private static ObservedValues run(List<String> settings) {
    return new ReplicationRunner(1, 20, 1)
        .repeat(
            EXPERIMENT.replicable(new ExperimentContext(settings, () -> 0)),
            EXPERIMENT.measures().stream().map(Measure::series).toList(),
            done -> {});
  }
}
