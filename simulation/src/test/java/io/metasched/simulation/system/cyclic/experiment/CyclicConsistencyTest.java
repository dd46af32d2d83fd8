package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicConsistencyTest {
  private static final List<String> ROWS = List.of("backfilling", "css", "batch-slicer");

  private final Experiment experiment = new CyclicConsistency();

  @Test
  void theTableHasThePapersRowsAndItsBackfillingStartsOnlyByOrder() {
    assertThat(experiment.measures()).hasSize(32);
    assertThat(experiment.measures())
        .contains(
            Measure.published("css", "start.real", 281.2, 0.05),
            Measure.published("backfilling", "procTime.real", 115.1, 0.05),
            Measure.ordered("backfilling", "start.real", 37.3),
            Measure.ordered("advantage", "start.real", -0.83),
            Measure.ours("advantage", "exact.start.real"));
  }

  @Test
  void thePapersOwnTableBearsOutAllClaims() {
    assertThat(experiment.claims(paper().measurements())).allMatch(Claim::holds);
  }

  private SyntheticMeasurements paper() {
    return SyntheticMeasurements.ones(experiment)
        .column("procTime.scheduled", ROWS, 187.7, 150.1, 138.6)
        .column("procTime.real", ROWS, 115.1, 90.4, 83.5)
        .column("start.scheduled", ROWS, 69, 281.2, 223.8)
        .column("start.real", ROWS, 37.3, 281.2, 223.8);
  }

  @Test
  void eachClaimIsFalseWhereItsFiguresSaySo() {
    var dearSlicer = paper().cell("batch-slicer", "procTime.real", 91);
    var lateBackfilling = paper().cell("backfilling", "start.real", 224);
    var nearlyAsScheduled = paper().cell("backfilling", "start.real", 49);

    assertThat(
            SyntheticMeasurements.holds(experiment, dearSlicer.measurements(), "order-of-cpu-time"))
        .isFalse();
    assertThat(
            SyntheticMeasurements.holds(
                experiment, dearSlicer.measurements(), "advantage-grows-in-real"))
        .isFalse();
    assertThat(
            SyntheticMeasurements.holds(
                experiment, lateBackfilling.measurements(), "backfilling-starts-first"))
        .isFalse();
    assertThat(
            SyntheticMeasurements.holds(
                experiment,
                nearlyAsScheduled.measurements(),
                "backfilling-real-start-falls-30-percent-or-more"))
        .isFalse();
  }

  @Test
  void theCellsAreMeansOverTheRowsOfTheRuns() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var estimated = OneReplication.cycle(BatchCycle.asEstimated(text));
    var real = OneReplication.cycle(text);
    var measured = OneReplication.of(experiment);

    for (var name : ROWS) {
      var policy = BatchCycle.published(text, name);
      var asScheduled = OneReplication.run(estimated, policy);
      var asRun = OneReplication.run(real, policy);
      same(
          measured,
          name,
          "procTime.scheduled",
          OneReplication.mean(asScheduled, asScheduled.jobs(), OneReplication::procTime));
      same(
          measured,
          name,
          "procTime.real",
          OneReplication.mean(asRun, asRun.jobs(), OneReplication::realProcTime));
      same(
          measured,
          name,
          "start.scheduled",
          OneReplication.mean(asScheduled, asScheduled.jobs(), OneReplication::start));
      same(
          measured,
          name,
          "start.real",
          OneReplication.mean(asRun, asRun.jobs(), OneReplication::start));
      assertThat(asRun.jobs())
          .extracting(job -> job.promisedStart())
          .isEqualTo(asScheduled.jobs().stream().map(job -> job.promisedStart()).toList());
    }
    double less =
        1
            - OneReplication.value(measured, "batch-slicer", "procTime.real")
                / OneReplication.value(measured, "backfilling", "procTime.real");
    assertThat(OneReplication.value(measured, "advantage", "procTime.real"))
        .isCloseTo(less, within(1e-9));
    double earlier =
        OneReplication.value(measured, "backfilling", "start.real")
                / OneReplication.value(measured, "batch-slicer", "start.real")
            - 1;
    assertThat(OneReplication.value(measured, "advantage", "start.real"))
        .isCloseTo(earlier, within(1e-9))
        .isNegative();
  }

  private static void same(ObservedValues measured, String row, String column, double naive) {
    assertThat(OneReplication.value(measured, row, column))
        .describedAs("%s / %s", row, column)
        .isCloseTo(naive, within(1e-6));
  }
}
