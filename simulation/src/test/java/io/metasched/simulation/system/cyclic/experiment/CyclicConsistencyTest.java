package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicConsistencyTest {
  private static final List<String> ROWS = List.of("backfilling", "css", "batch-slicer");

  private final Experiment experiment = new CyclicConsistency();

  @Test
  void theTableHasThePapersRowsAndItsBackfillingStartsOnlyByOrder() {
    assertThat(experiment.measures()).hasSize(32 + 3 * 8 + 2);
    assertThat(experiment.measures())
        .contains(
            Measure.published("css", "start.real", 281.2, 0.05),
            Measure.published("backfilling", "procTime.real", 115.1, 0.05),
            Measure.ordered("backfilling", "start.real", 37.3),
            Measure.ordered("advantage", "start.real", -0.83),
            Measure.ours("advantage", "exact.start.real"));
  }

  private SyntheticMeasurements paper() {
    return SyntheticMeasurements.ones(experiment)
        .column("procTime.scheduled", ROWS, 187.7, 150.1, 138.6)
        .column("procTime.real", ROWS, 115.1, 90.4, 83.5)
        .column("start.scheduled", ROWS, 69, 281.2, 223.8)
        .column("start.real", ROWS, 37.3, 281.2, 223.8)
        .cell("advantage", "procTime.scheduled", 0.262)
        .cell("advantage", "procTime.real", 0.275)
        .cell("advantage low", "procTime.scheduled", 0.3)
        .cell("advantage high", "procTime.scheduled", 0.2)
        .column("cost.scheduled", ROWS, 1300, 1200, 1200)
        .column("used.scheduled", ROWS, 0.9, 0.4, 0.4)
        .column("used.real", ROWS, 0.8, 0.3, 0.3)
        .column("usedEarly.scheduled", ROWS, 0.9, 0.3, 0.4)
        .column("slotsLeft.scheduled", ROWS, 100, 120, 110)
        .column("slotLength.scheduled", ROWS, 60, 50, 55)
        .column("performance.real", ROWS, 6, 7, 8);
  }

  @Test
  void thePapersOwnTableBearsOutAllSentences() {
    assertThat(experiment.claims(paper().measurements())).hasSize(12).allMatch(Claim::holds);
  }

  @Test
  void eachSentenceIsContradictedByOppositeFigures() {
    contradicted(paper().cell("batch-slicer", "procTime.real", 91), "schedules-consistent");
    contradicted(paper().cell("batch-slicer", "procTime.real", 116), "advantage-remains-in-real");
    contradicted(paper().cell("advantage", "procTime.real", 0.25), "advantage-grows-in-real");
    contradicted(paper().cell("backfilling", "start.real", 224), "backfilling-starts-first");
    contradicted(
        paper().cell("backfilling", "start.real", 49), "backfilling-real-start-46-percent-earlier");
    contradicted(
        paper().cell("css", "cost.scheduled", 1400), "backfilling-inefficient-by-other-criteria");
    contradicted(
        paper().cell("advantage high", "procTime.scheduled", 0.4),
        "backfilling-inefficient-most-at-low-load");
    contradicted(paper().cell("css", "slotLength.scheduled", 61), "css-fragments-slots");
    contradicted(paper().cell("css", "used.scheduled", 0.95), "css-uses-little-at-the-beginning");
    contradicted(paper().cell("css", "used.real", 0.5), "early-ends-idle-under-css");
    contradicted(
        paper().cell("backfilling", "used.real", 0.4), "backfilling-uses-almost-all-resources");
    contradicted(
        paper().cell("backfilling", "performance.real", 9), "backfilling-takes-worse-resources");
  }

  private static void contradicted(SyntheticMeasurements table, String id) {
    assertThat(table.claim(id).finding()).as(id).isEqualTo(Finding.CONTRADICTED);
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
    assertThat(OneReplication.value(measured, "css", "used.scheduled"))
        .isGreaterThan(OneReplication.value(measured, "css", "used.real"))
        .isBetween(0.0, 1.0);
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
