package io.metasched.simulation.system.twolevel.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.Experiments;
import io.metasched.simulation.system.cyclic.experiment.OneReplication;
import io.metasched.simulation.system.replay.experiment.HierarchicalLocal;
import io.metasched.simulation.system.twolevel.TwoLevelCriteria;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiments on a log: their claims on made-up cells, and, where the log is, their runs. */
final class HierarchicalExperimentsTest {

  static List<Experiment> onLogs() {
    return Experiments.all().stream()
        .filter(each -> each.profile().name().startsWith("hierarchical-"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("onLogs")
  void settingsAreRefusedAsALogHasNone(Experiment experiment) {
    var context = new ExperimentContext(List.of("nodes.count=3"), () -> 0);

    assertThatThrownBy(() -> experiment.replicable(context))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nodes.count=3");
  }

  @ParameterizedTest
  @MethodSource("onLogs")
  void withoutItsLogAnExperimentIsRefused(Experiment experiment) {
    assertThatThrownBy(() -> experiment.replicable(OneReplication.CONTEXT))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(experiment.logs().get(0));
  }

  @ParameterizedTest
  @MethodSource("onLogs")
  void threeThreadsMeasureWhatOneDoes(Experiment experiment) {
    var one = measured(experiment, 1);
    var three = measured(experiment, 3);

    assertThat(one.schedulesChecked()).isPositive().isEqualTo(three.schedulesChecked());
    for (var cell : one.series()) {
      assertThat(three.values(cell.row(), cell.column()))
          .describedAs(cell.toString())
          .isEqualTo(one.values(cell.row(), cell.column()));
    }
  }

  private static ObservedValues measured(Experiment experiment, int threads) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    var context = new ExperimentContext(List.of(), () -> 0, HierarchicalExperimentsTest::recorded);
    return new ReplicationRunner(7, 2, threads)
        .repeat(experiment.replicable(context), cells, done -> {});
  }

  private static Path recorded(String name) {
    var folder = System.getenv("METASCHED_TRACES");
    assumeTrue(folder != null, "METASCHED_TRACES is not set");
    var file = Path.of(String.valueOf(folder), name);
    assumeTrue(Files.exists(file), () -> file + " does not exist");
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "7142, 7783, 10879, 133555, true,  true",
    "7142, 7000, 10879, 133555, false, true",
    "7142, 7783, 10879, 80559,  true,  false"
  })
  void theLongerThePeriodTheLongerJobsWait(
      double ten, double minute, double tenMinutes, double hour, boolean grows, boolean far) {
    var local = new HierarchicalLocal();
    var table =
        SyntheticMeasurements.ones(local)
            .cell("first-fit", "waiting", 8056)
            .cell("lsf delta=10", "waiting", ten)
            .cell("lsf delta=60", "waiting", minute)
            .cell("lsf delta=600", "waiting", tenMinutes)
            .cell("lsf delta=3600", "waiting", hour)
            .measurements();

    assertThat(SyntheticMeasurements.holds(local, table, "lsf10-waits-least-of-lsf"))
        .isEqualTo(grows);
    assertThat(SyntheticMeasurements.holds(local, table, "lsf3600-far-worst")).isEqualTo(far);
  }

  @Test
  void thePapersTableOfProvidersBearsItsClaimOut() {
    var experiment = new HierarchicalTwoLevel();
    var rows = List.of("2 x 64 first-fit", "4 x 64 first-fit", "8 x 64 first-fit");
    var largest = List.of("2 x 64 lsf delta=600", "4 x 64 lsf delta=600", "8 x 64 lsf delta=600");
    var paper =
        SyntheticMeasurements.ones(experiment)
            .column("F", rows, 44559, 17481, 9865)
            .column("F", largest, 64175, 15287, 10675);

    assertThat(experiment.claims(paper.measurements())).allMatch(Claim::holds);
    assertThat(experiment.claims(paper.cell(largest.get(2), "F", 15288).measurements()))
        .noneMatch(Claim::holds);
  }

  @Test
  void thePapersTableOfStrategiesBearsAllClaimsOutAndOneTheOtherWayRoundNone() {
    var experiment = new HierarchicalStrategies();
    var rows = List.of("static", "mct", "ar-priority");
    var paper =
        SyntheticMeasurements.ones(experiment)
            .column("later.U", rows, 0.65, 0.679, 0.695)
            .column("later.F", rows, 164983, 107383, 99714)
            .column("later.D", rows, 7178, 5666, 5576)
            .cell("ar-gather", "first.U", 1.5)
            .cell("ar-gather", "first.F", 0.5)
            .cell("ar-gather", "first.D", 0.5);
    var reversed =
        SyntheticMeasurements.ones(experiment)
            .column("later.U", rows, 0.695, 0.679, 0.65)
            .column("later.F", rows, 99714, 107383, 164983)
            .column("later.D", rows, 5576, 5666, 7178)
            .cell("ar-gather", "first.U", 0.5)
            .cell("ar-gather", "first.F", 1.5)
            .cell("ar-gather", "first.D", 1.5);

    assertThat(experiment.claims(paper.measurements())).hasSize(7).allMatch(Claim::holds);
    assertThat(experiment.claims(reversed.measurements()))
        .allMatch(claim -> claim.finding() == Finding.CONTRADICTED);
  }

  @Test
  void utilisationMustFallOnBothSets() {
    var share = new HierarchicalShare();
    var rows = List.of("AR 0 %", "AR 20 %");
    var paper =
        SyntheticMeasurements.ones(share)
            .column("first.U", rows, 0.54, 0.51)
            .column("later.U", rows, 0.83, 0.72);

    assertThat(share.claims(paper.measurements())).allMatch(Claim::holds);
    assertThat(share.claims(paper.column("first.U", rows, 0.54, 0.55).measurements()))
        .allMatch(claim -> claim.finding() == Finding.CONTRADICTED);
  }

  @Test
  void tardinessMustJumpAtEveryShare() {
    var period = new HierarchicalPeriod();
    var table = SyntheticMeasurements.ones(period);
    for (int percent : List.of(20, 40, 60, 80, 100)) {
      table.cell("delta=86400 %d %%".formatted(percent), "D", 2);
    }

    assertThat(period.claims(table.measurements())).allMatch(Claim::holds);
    assertThat(period.claims(table.cell("delta=3600 60 %", "D", 3).measurements()))
        .allMatch(claim -> claim.finding() == Finding.CONTRADICTED);
  }

  @Test
  void slotsThatGainUtilisationSomewhereContradictTheClaim() {
    var slots = new HierarchicalSlots();
    var table = SyntheticMeasurements.ones(slots).cell("1 h 30 %", "later.U", 0.9);

    assertThat(slots.claims(table.measurements())).allMatch(Claim::holds);
    assertThat(slots.claims(table.cell("10 min 50 %", "first.U", 1.1).measurements()))
        .noneMatch(Claim::holds);
  }

  @Test
  void widerIntervalsAndPriorityAreComparedFromTwentyToFiftyPercent() {
    var intervals = new HierarchicalIntervals();
    var table = SyntheticMeasurements.ones(intervals);
    for (int percent : List.of(20, 30, 40, 50)) {
      var row = "ar-priority %d %%".formatted(percent);
      for (var interval : List.of("fixed.", "one-to-four.", "two-to-eight.")) {
        table.cell(row, interval + "U", 1.1).cell(row, interval + "F", 0.9);
      }
    }
    for (var row : List.of("mct 30 %", "ar-priority 30 %")) {
      table.cell(row, "one-to-four.D", 0.5).cell(row, "two-to-eight.D", 0.25);
    }

    assertThat(intervals.claims(table.measurements())).hasSize(7).allMatch(Claim::holds);
    table.cell("ar-priority 40 %", "two-to-eight.F", 1.2).cell("mct 30 %", "fixed.D", 0.4);
    assertThat(intervals.claims(table.measurements()))
        .filteredOn(claim -> !claim.holds())
        .extracting(Claim::id)
        .containsExactlyInAnyOrder(
            "priority-beats-mct-flow-flexible",
            "priority-tardiness-no-worse",
            "flexible-lowers-tardiness");
  }

  @Test
  void aStrategyThatIsBestSomewhereAndWorstNowhereIsOnTheFront() {
    var pareto = new HierarchicalPareto();
    var gathering = "ar-gather first-fit load-balance";
    var best = SyntheticMeasurements.ones(pareto);
    for (var prefix : List.of("first.", "later.")) {
      best.cell(gathering, prefix + "U", 2)
          .cell(gathering, prefix + "F", 0.5)
          .cell(gathering, prefix + "D", 0.5);
    }

    assertThat(pareto.claims(best.measurements())).allMatch(Claim::holds);
    assertThat(
            SyntheticMeasurements.holds(
                pareto,
                best.cell("mct sjf random", "later.D", 0.4).measurements(),
                "front-gathers-only"))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0.7, 10, 5, 0.6, 10, 5, true",
    "0.7, 10, 5, 0.7, 10, 5, false",
    "0.7, 10, 5, 0.6, 9, 5,  false",
    "0.7, 9, 5,  0.7, 10, 5, true",
    "0.7, 10, 4, 0.7, 10, 5, true"
  })
  void aStrategyBetterSomewhereAndWorseNowhereDominates(
      double u, double f, double d, double otherU, double otherF, double otherD, boolean expected) {
    assertThat(
            HierarchicalPareto.dominates(
                new TwoLevelCriteria(u, f, d), new TwoLevelCriteria(otherU, otherF, otherD)))
        .isEqualTo(expected);
  }
}
