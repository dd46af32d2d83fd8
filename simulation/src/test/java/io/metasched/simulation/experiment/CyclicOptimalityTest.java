package io.metasched.simulation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.replication.Measurements;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicOptimalityTest {
  private static final CyclicOptimality EXPERIMENT = new CyclicOptimality();

  @Test
  void anOptimumThatIsBeatenOnceIsBeaten() {
    var id = "optimum-never-beaten";
    assertThat(madeUp("css", "procTime.gap", 0, 7).claim(id).holds()).isTrue();
    assertThat(madeUp("css", "procTime.gap", 3, -0.001).claim(id).holds()).isFalse();
    assertThat(madeUp("bsf", "exact.income.gap", -1, 9).claim(id).holds()).isFalse();
    assertThat(madeUp("bsf", "exact.income.gap", Double.NaN, 9).claim(id).holds()).isTrue();
  }

  @Test
  void oneBatchThatIsNotSolvedIsReported() {
    var id = "every-batch-solved";
    var solved =
        madeUp("optimum", "procTime.unsolved", 0, 0)
            .with("optimum", "cost.unsolved", 0, 0)
            .with("optimum", "income.unsolved", 0, 0);
    assertThat(solved.claim(id).holds()).isTrue();
    assertThat(solved.with("optimum", "cost.unsolved", 0, 1).claim(id).holds()).isFalse();
  }

  @Test
  void theSlicerIsNearerOnlyWhereTheIntervalSaysSo() {
    var id = "batch-slicer-nearer-than-css";
    assertThat(gaps(5, 6, 3, 4.1).claim(id).holds()).isTrue();
    assertThat(gaps(5, 6, 3, 5.9).claim(id).holds()).isFalse(); // nearer, but not surely
    assertThat(gaps(3, 4, 5, 6).claim(id).holds()).isFalse();
  }

  private static MadeUpMeasurements gaps(double css0, double css1, double slicer0, double slicer1) {
    return madeUp("css", "procTime.gap", css0, css1)
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
    var nearer = madeUp("css", "procTime.gap", 2, 2).with("css", "exact.procTime.gap", 1, 1);
    for (var goal : List.of("cost", "income")) {
      nearer.with("css", goal + ".gap", 2, 2).with("css", "exact." + goal + ".gap", 1, 1);
    }
    assertThat(nearer.claim(id).holds()).isTrue();
    assertThat(nearer.with("css", "exact.income.gap", 3, 3).claim(id).holds()).isFalse();
  }

  @Test
  void theChoiceAloneCostsAtMostOnePercentByEveryGoal() {
    var id = "choice-alone-within-1-percent";
    var row = "css choice alone";
    var little =
        madeUp(row, "procTime.gap", 1, 1).with(row, "cost.gap", 0, 0).with(row, "income.gap", 0, 0);
    assertThat(little.claim(id).holds()).isTrue();
    assertThat(little.with(row, "cost.gap", 1, 1.1).claim(id).holds()).isFalse();
  }

  private static MadeUpMeasurements madeUp(String row, String column, double... values) {
    return new MadeUpMeasurements(EXPERIMENT).with(row, column, values);
  }

  @Test
  void noPolicyBeatsTheOptimumAndSomeReachIt() {
    var measured = run(List.of());

    var gaps = measured.values("css", "exact.cost.gap");
    assertThat(Arrays.stream(gaps).filter(gap -> gap > 0).count()).isPositive();
    assertThat(EXPERIMENT.claims(measured))
        .filteredOn(
            claim -> List.of("optimum-never-beaten", "every-batch-solved").contains(claim.id()))
        .allMatch(Claim::holds)
        .hasSize(2);
    assertThat(measured.mean("optimum", "cost.Y"))
        .isLessThanOrEqualTo(measured.mean("css", "cost.Y"));
  }

  @Test
  void pricesThatChangeOverTimeAreRefused() {
    assertThatThrownBy(() -> run(List.of("price.discount.most=0.1")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("price.discount.most");
  }

  private static Measurements run(List<String> settings) {
    return new Laboratory(1, 20, 1)
        .repeat(
            EXPERIMENT.trial(new Conditions(settings, () -> 0)),
            EXPERIMENT.measures().stream().map(Measure::series).toList(),
            done -> {});
  }
}
