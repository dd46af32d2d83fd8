package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CyclicSubBatchesTest {
  private static final List<Integer> SLICES = List.of(1, 2, 3, 5, 6, 10, 20);

  private final Experiment experiment = new CyclicSubBatches();

  private static List<String> rows(String level) {
    return SLICES.stream().map(slices -> level + " k=" + slices).toList();
  }

  @Test
  void theSentencesAboutWhereTheLeastIsHoldByReading() {
    var measured =
        SyntheticMeasurements.ones(experiment)
            .column("procTime", rows("low"), 9, 8, 7, 5, 6, 7, 8)
            .column("uncapped.procTime", rows("low"), 9, 8, 7, 5, 6, 7, 4)
            .column("free.procTime", rows("low"), 9, 8, 7, 5, 6, 7, 3)
            .column("procTime", rows("high"), 9, 8, 7, 6, 6, 7, 8)
            .column("free-own.procTime", rows("high"), 9, 8, 5, 6, 6, 7, 8);

    assertThat(finding(measured, "single-jobs-best-at-low-load")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "uncapped-single-jobs-best-at-low-load")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "few-best-at-high-load")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "free-own-few-best-at-high-load")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "budget-costs-single-jobs-at-low-load")).isEqualTo(Finding.HOLDS);
  }

  @Test
  void theSentencesOnTheFigureAreJudgedByTheirOwnThresholds() {
    var measured =
        SyntheticMeasurements.ones(experiment)
            .column("procTime", rows("medium"), 100, 97, 95, 93, 94, 96, 99)
            .column("Y", rows("high"), 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9)
            .column("Y", rows("medium"), 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.09)
            .column("Y", rows("low"), 0, 0, 0, 0, 0, 0, 0);

    assertThat(finding(measured, "best-k-is-5")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "gain-7-percent-over-css")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "failures-ten-times-apart")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "failures-rise-with-k")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "few-fail-least-at-high-load")).isEqualTo(Finding.HOLDS);
    measured
        .cell("medium k=5", "procTime", 95)
        .cell("medium k=20", "Y", 0.2)
        .cell("medium k=6", "Y", 0.04)
        .cell("high k=3", "Y", 0.55);
    assertThat(finding(measured, "best-k-is-5")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "gain-7-percent-over-css")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "failures-ten-times-apart")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "failures-rise-with-k")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "few-fail-least-at-high-load")).isEqualTo(Finding.CONTRADICTED);
  }

  private static Finding finding(SyntheticMeasurements measured, String id) {
    return measured.claim(id).finding();
  }

  @Test
  void aReadingIsTheSameCycleUnderOtherSettings() {
    var low = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-low");
    var measured = OneReplication.of(experiment);

    Stream.of(
            List.of("", "start", "14", "ii"),
            List.of("uncapped.", "start", "none", "ii"),
            List.of("free.", "start", "none", "i"),
            List.of("free-own.", "start,runtime,finish,cost", "none", "i"))
        .forEach(
            reading -> {
              var text = BatchCycle.with(low, "jobs.criteria=[%s]".formatted(reading.get(1)));
              var run =
                  OneReplication.run(
                      OneReplication.cycle(text),
                      BatchCycle.published(
                          text,
                          "batch-slicer",
                          "policy.batch-slicer.k=20",
                          "alternatives-cap=" + reading.get(2),
                          "vo.budget=" + reading.get(3)));
              assertThat(OneReplication.value(measured, "low k=20", reading.get(0) + "procTime"))
                  .as(reading.get(0))
                  .isCloseTo(
                      OneReplication.mean(run, run.jobs(), OneReplication::procTime), within(1e-6));
            });
    assertThat(OneReplication.value(measured, "low k=20", "uncapped.NA"))
        .isGreaterThan(OneReplication.value(measured, "low k=20", "NA"));
  }

  @Test
  void oneSubBatchIsCssAndTheAlternativesAreThoseOfTheRows() {
    var text =
        BatchCycle.with(
            OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-low"),
            "jobs.criteria=[start]");
    var run = OneReplication.run(OneReplication.cycle(text), BatchCycle.published(text, "css"));
    var measured = OneReplication.of(experiment);

    assertThat(OneReplication.value(measured, "low k=1", "asCss")).isEqualTo(1);
    assertThat(OneReplication.value(measured, "low k=1", "procTime"))
        .isCloseTo(OneReplication.mean(run, run.jobs(), OneReplication::procTime), within(1e-6));
    assertThat(OneReplication.value(measured, "low k=1", "first.NA"))
        .isEqualTo(
            run.jobs().subList(0, 5).stream().mapToInt(job -> job.alternatives()).sum() / 5.0);
    assertThat(OneReplication.value(measured, "low k=1", "ofBudget")).isBetween(0.9, 1.0);
    assertThat(OneReplication.value(measured, "low k=20", "ofBudget"))
        .isLessThan(OneReplication.value(measured, "low k=1", "ofBudget"));
  }
}
