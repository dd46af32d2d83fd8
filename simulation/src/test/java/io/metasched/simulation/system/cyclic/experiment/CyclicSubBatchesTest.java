package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.ScenarioReader;
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
    assertThat(finding(measured, "cap-costs-single-jobs-at-low-load")).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured, "budget-costs-single-jobs-at-low-load")).isEqualTo(Finding.HOLDS);
  }

  @Test
  void theLeastIsLookedForInTheCyclesInWhichAllSucceed() {
    var none = Double.NaN;
    var measured =
        SyntheticMeasurements.ones(experiment)
            .column("free-own.procTime", rows("high"), 9, 8, 5, 6, 6, 7, 8)
            // by its own two cycles alone it would be the least; where all succeed it is not
            .with("high k=20", "free-own.procTime", none, none, 8, 8)
            .with("high k=3", "free-own.procTime", 98, 98, 5, 5)
            .with("high k=6", "free-own.procTime", 99, 99, 6, 6);

    assertThat(finding(measured, "free-own-few-best-at-high-load")).isEqualTo(Finding.HOLDS);
    assertThat(measured.claim("free-own-few-best-at-high-load").measured()).contains("high k=3");
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
}
