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
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Experiments on a log: their claims on synthetic cells and, if the log is available, their runs.
 */
final class HierarchicalExperimentsTest {

  static List<Experiment> all() {
    return Experiments.all().stream()
        .filter(each -> each.profile().name().startsWith("hierarchical-"))
        .toList();
  }

  static List<Experiment> onLogs() {
    return all().stream().filter(each -> !each.logs().isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
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
  @MethodSource("all")
  @Tag("long")
  void threeThreadsMeasureWhatOneDoes(Experiment experiment) {
    var one = measured(experiment, 1);
    var three = measured(experiment, 3);

    assertThat(one.schedulesChecked()).isEqualTo(three.schedulesChecked());
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

  private static List<String> verdicts(Experiment experiment, ObservedValues measured, Finding of) {
    return experiment.claims(measured).stream()
        .filter(claim -> claim.finding() == of)
        .map(Claim::id)
        .toList();
  }

  private static List<String> contradicted(Experiment experiment, SyntheticMeasurements table) {
    return verdicts(experiment, table.measurements(), Finding.CONTRADICTED);
  }

  @Test
  void thePapersTableOfLocalSchedulersContradictsTheSharesInItsText() {
    var local = new HierarchicalLocal();
    var rows =
        List.of("first-fit", "lsf delta=10", "lsf delta=60", "lsf delta=600", "lsf delta=3600");
    var paper =
        SyntheticMeasurements.ones(local)
            .column("U", rows, 0.587, 0.587, 0.587, 0.58, 0.532)
            .column("F", rows, 16228, 15314, 15956, 19051, 141727)
            .column("waiting", rows, 8056, 7142, 7783, 10879, 133555)
            .cell("lsf delta=0", "U", 0.587)
            .cell("lsf delta=0", "F", 15300)
            .cell("lsf delta=0", "waiting", 7100)
            .cell("sjf", "waiting", 6000)
            .cell("first-fit arrivals x8", "waiting", 1);

    // the values are 11.3 and 3.4 % less, not 13 and 2 % less
    assertThat(contradicted(local, paper))
        .containsExactly("lsf10-waits-less-than-fcfs", "lsf60-waits-less-than-fcfs");
    paper.cell("lsf delta=10", "waiting", 0.87 * 8056).cell("lsf delta=60", "F", 16300);
    assertThat(contradicted(local, paper))
        .containsExactly("lsf60-waits-less-than-fcfs", "lsf60-beats-fcfs-in-flow");
  }

  @Test
  void thePapersTableOfProvidersContradictsItsSentenceOnUtilisation() {
    var experiment = new HierarchicalTwoLevel();
    var rows = List.of("2 x 64 first-fit", "4 x 64 first-fit", "8 x 64 first-fit");
    var largest = List.of("2 x 64 lsf delta=600", "4 x 64 lsf delta=600", "8 x 64 lsf delta=600");
    var paper =
        SyntheticMeasurements.ones(experiment)
            .column("U", rows, 0.592, 0.391, 0.203)
            .column("F", rows, 44559, 17481, 9865)
            .column("waiting", rows, 38512, 10259, 2579)
            .column("U", largest, 0.644, 0.391, 0.209)
            .column("F", largest, 64175, 15287, 10675)
            .column("waiting", largest, 58224, 8151, 3287)
            .cell("1 x 128 first-fit", "U", 0.587)
            .cell("1 x 128 lsf delta=600", "U", 0.58);

    assertThat(contradicted(experiment, paper))
        .contains("two-parts-lower-utilisation", "two-parts-below-60-percent")
        .doesNotContain("lsf-beats-fcfs-on-four-providers-in-flow", "more-providers-less-flow");
    paper.cell("4 x 64 lsf delta=600", "F", 17482).cell("8 x 64 first-fit", "F", 17482);
    assertThat(contradicted(experiment, paper))
        .contains("lsf-beats-fcfs-on-four-providers-in-flow", "more-providers-less-flow");
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 2, 1, HOLDS", "1, 2, 1, 2, CONTRADICTED"})
  void theBestPeriodsOfTheSetsAreCompared(
      double ten, double minute, double laterTen, double laterMinute, Finding expected) {
    var experiment = new HierarchicalTwoLevel();
    var table =
        SyntheticMeasurements.ones(experiment)
            .cell("2 x 64 lsf delta=10", "F", ten)
            .cell("2 x 64 lsf delta=60", "F", minute)
            .cell("2 x 64 lsf delta=600", "F", 9)
            .cell("2 x 64 lsf delta=3600", "F", 9)
            .cell("2 x 64 lsf delta=10", "later.F", laterTen)
            .cell("2 x 64 lsf delta=60", "later.F", laterMinute)
            .cell("2 x 64 lsf delta=600", "later.F", 9)
            .cell("2 x 64 lsf delta=3600", "later.F", 9);

    assertThat(verdicts(experiment, table.measurements(), expected))
        .contains("best-period-differs-by-workload");
  }

  @Test
  void thePapersTableOfStrategiesBearsItsSentencesOutAndOneTheOtherWayRoundNone() {
    var experiment = new HierarchicalStrategies();
    var rows = List.of("static", "mct", "ar-priority");
    var paper =
        SyntheticMeasurements.ones(experiment)
            .column("later.U", rows, 0.65, 0.679, 0.695)
            .column("later.F", rows, 164983, 107383, 99714)
            .column("later.D", rows, 7178, 5666, 5576)
            .column("later.batchF", rows, 3, 2, 1)
            .column("later.afterAR", rows, 1, 0.4, 0.5)
            .cell("ar-priority", "later.gain", 0.5)
            .cell("ar-gather", "later.U", 1.5)
            .cell("ar-gather", "first.U", 1.5)
            .cell("ar-gather", "first.F", 0.5)
            .cell("ar-gather", "first.D", 0.5);
    var reversed =
        SyntheticMeasurements.ones(experiment)
            .column("later.U", rows, 0.695, 0.679, 0.65)
            .column("later.F", rows, 99714, 107383, 164983)
            .column("later.D", rows, 5576, 5666, 7178)
            .cell("ar-priority", "later.gain", 1.5)
            .cell("ar-gather", "later.U", 0.5)
            .cell("ar-gather", "later.F", 200000)
            .cell("ar-gather", "later.D", 8000)
            .cell("ar-gather", "first.U", 0.5)
            .cell("ar-gather", "first.F", 1.5)
            .cell("ar-gather", "first.D", 1.5);

    assertThat(experiment.claims(paper.measurements())).hasSize(13).allMatch(Claim::holds);
    assertThat(experiment.claims(reversed.measurements()))
        .allMatch(claim -> claim.finding() == Finding.CONTRADICTED);
  }

  @Test
  void utilisationMustFallAtEveryShareOfBothSets() {
    var share = new HierarchicalShare();
    var table = SyntheticMeasurements.ones(share).cell("AR 0 %", "first.U", 1.1);
    table.cell("AR 0 %", "later.U", 1.2);

    assertThat(contradicted(share, table)).doesNotContain("ar-share-lowers-utilisation");
    assertThat(contradicted(share, table.cell("AR 60 %", "first.U", 1.15)))
        .contains("ar-share-lowers-utilisation")
        .doesNotContain("ar-share-raises-batch-flow");
    assertThat(contradicted(share, table.cell("AR 60 %", "later.batchRise", -1)))
        .contains("ar-share-raises-batch-flow");
  }

  @Test
  void tardinessMustJumpAtEveryShareAndFlowSuffersWhereBatchTasksAreFew() {
    var period = new HierarchicalPeriod();
    var table = SyntheticMeasurements.ones(period);
    for (int percent : List.of(0, 20, 40, 60, 80, 100)) {
      table
          .cell("delta=86400 %d %%".formatted(percent), "D", 2)
          .cell("delta=86400 %d %%".formatted(percent), "F", 2 + percent);
    }

    assertThat(contradicted(period, table))
        .doesNotContain("tardiness-jumps-at-day", "flow-suffers-most-with-few-batch-tasks");
    assertThat(
            contradicted(
                period, table.cell("delta=3600 60 %", "D", 3).cell("delta=86400 0 %", "F", 90)))
        .contains("tardiness-jumps-at-day", "flow-suffers-most-with-few-batch-tasks");
  }

  @Test
  void slotsMustLoseUtilisationEverywhere() {
    var slots = new HierarchicalSlots();
    var table = SyntheticMeasurements.ones(slots);
    for (int percent : List.of(10, 30, 50, 70, 100)) {
      for (var prefix : List.of("first.", "later.")) {
        table
            .cell("variable %d %%".formatted(percent), prefix + "U", 1.2)
            .cell("10 min %d %%".formatted(percent), prefix + "U", 1.1)
            .cell("10 min %d %%".formatted(percent), prefix + "gaps", 2)
            .cell("1 h %d %%".formatted(percent), prefix + "gaps", 3);
      }
    }

    assertThat(slots.claims(table.measurements())).hasSize(5).allMatch(Claim::holds);
    assertThat(contradicted(slots, table.cell("10 min 50 %", "first.U", 0.9)))
        .containsExactly("fixed-slots-lose-utilisation");
  }

  @Test
  void priorityMustBeBetterAtEveryShare() {
    var intervals = new HierarchicalIntervals();
    var table = SyntheticMeasurements.ones(intervals);
    for (int percent : List.of(10, 20, 30, 40, 50, 60, 80, 100)) {
      var row = "ar-priority %d %%".formatted(percent);
      for (var interval : List.of("fixed.", "one-to-four.", "two-to-eight.")) {
        table.cell(row, interval + "U", 1.1).cell(row, interval + "F", 0.9);
      }
    }
    for (var length : List.of("x1.0.", "x1.5.", "x2.0.", "x3.0.")) {
      table.cell("ar-priority 30 %", length + "F", 0.9);
    }
    var fixed =
        List.of("priority-beats-mct-flow-by-share", "priority-beats-mct-utilisation-by-share");
    var flexible =
        List.of(
            "priority-beats-mct-flow-flexible",
            "priority-beats-mct-utilisation-flexible",
            "priority-less-flow-for-most-interval-lengths");

    assertThat(verdicts(intervals, table.measurements(), Finding.HOLDS))
        .containsAll(fixed)
        .containsAll(flexible);
    table.cell("ar-priority 80 %", "fixed.U", 0.9).cell("ar-priority 10 %", "two-to-eight.F", 1.1);
    table.cell("ar-priority 30 %", "x3.0.F", 1.1);
    assertThat(contradicted(intervals, table))
        .contains(fixed.get(1), flexible.get(0), flexible.get(2))
        .doesNotContain(fixed.get(0), flexible.get(1));
  }

  @Test
  void randomRequestsAreBoundAtTheirStartsAndNotAlwaysAtOnce() {
    var measured = measured(new HierarchicalBinding(), 1);

    assertThat(measured.mean("100 requests", "reserved")).isBetween(30.0, 100.0);
    assertThat(measured.mean("100 requests", "unbound")).isZero();
    assertThat(measured.mean("100 requests", "unboundEarly")).isPositive();
    assertThat(measured.mean("100 requests", "missed")).isZero();
    assertThat(measured.mean("100 requests", "missedByListing")).isPositive();
    assertThat(measured.mean("1 requests", "slots")).isEqualTo(3);
  }

  @Test
  void peaksAreHigherThanBothOfTheirNeighbours() {
    assertThat(HierarchicalWorkload.peaks(new int[] {5, 3, 4, 4, 2, 6})).isEqualTo(2);
    assertThat(HierarchicalWorkload.peaks(new int[] {1, 3, 2})).isEqualTo(1);
  }

  @Test
  void strategiesConflictWhereEachIsBetterInSomething() {
    var good = new TwoLevelCriteria(0.7, 10, 5);

    assertThat(
            HierarchicalPareto.conflicts(
                List.of(good, new TwoLevelCriteria(0.6, 11, 5), new TwoLevelCriteria(0.6, 9, 5))))
        .isEqualTo(1.0 / 3);
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

    assertThat(SyntheticMeasurements.holds(pareto, best.measurements(), "front-gathers-only"))
        .isTrue();
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
