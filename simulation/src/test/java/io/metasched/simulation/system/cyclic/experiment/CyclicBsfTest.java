package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CyclicBsfTest {
  private static final List<String> ROWS =
      IntStream.rangeClosed(0, 10).mapToObj(step -> "n=" + 2 * step).toList();

  private final Experiment experiment = new CyclicBsf();

  @Test
  void threeChoicesAndTheExactSearchesStandBesideEachOther() {
    assertThat(experiment.measures()).hasSize(11 * (3 + 2 + 2 + 3 + 3));
    assertThat(experiment.measures()).contains(Measure.ours("n=12", "most-demanding.start"));
    assertThat(experiment.measures()).allMatch(measure -> measure.paper().isEmpty());
  }

  @Test
  void curvesThatFallAndRiseBearOutTheFigureAndOneStepBackDoesNot() {
    var falling = IntStream.range(0, 11).mapToDouble(i -> 180 - 4 * i).toArray();
    var rising = IntStream.range(0, 11).mapToDouble(i -> 20 + 20 * i).toArray();
    var asPublished =
        SyntheticMeasurements.ones(experiment)
            .column("procTime", ROWS, falling)
            .column("start", ROWS, rising)
            .cell("n=0", "most-demanding.half.procTime", 2)
            .cell("n=10", "usedReal", 2)
            .cell("n=10", "inOrder", 2);

    assertThat(experiment.claims(asPublished.measurements())).hasSize(10).allMatch(Claim::holds);

    asPublished.cell("n=8", "procTime", 181).cell("n=8", "start", 140).cell("n=10", "inOrder", 1);
    assertThat(experiment.claims(asPublished.measurements()))
        .filteredOn(claim -> !claim.holds())
        .extracting(Claim::id)
        .containsExactly(
            "bsf-keeps-queue-order",
            "cpu-time-falls",
            "start-rises",
            "start-nears-the-beginning",
            "bsf-compromise-in-cpu-time");
  }

  @Test
  void theCellsAreMeansOverTheRowsOfTheRuns() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-medium");
    var estimated = OneReplication.cycle(BatchCycle.asEstimated(text));
    var measured = OneReplication.of(experiment);

    for (var first : List.of("order", "most-expensive")) {
      var policy = BatchCycle.published(text, "bsf", "policy.bsf.n=8", "policy.bsf.first=" + first);
      var run = OneReplication.run(estimated, policy);
      var prefix = first.equals("order") ? "" : first + ".";
      assertThat(OneReplication.value(measured, "n=8", prefix + "procTime"))
          .isCloseTo(OneReplication.mean(run, run.jobs(), OneReplication::procTime), within(1e-6));
      assertThat(OneReplication.value(measured, "n=8", prefix + "start"))
          .isCloseTo(OneReplication.mean(run, run.jobs(), OneReplication::start), within(1e-6));
      assertThat(run.jobs()).allMatch(job -> job.moves() == 0);
    }
    var backfilled =
        OneReplication.run(estimated, BatchCycle.published(text, "bsf", "policy.bsf.n=0"));
    assertThat(OneReplication.value(measured, "n=0", "inOrder"))
        .isCloseTo(inOrder(backfilled), within(1e-9))
        .isBetween(0.5, 1.0);
    var real =
        OneReplication.run(
            OneReplication.cycle(text), BatchCycle.published(text, "bsf", "policy.bsf.n=0"));
    assertThat(real.jobs()).anyMatch(job -> job.moves() > 0);
    assertThat(OneReplication.value(measured, "n=0", "startReal"))
        .isCloseTo(OneReplication.mean(real, real.jobs(), OneReplication::start), within(1e-6))
        .isLessThan(OneReplication.value(measured, "n=0", "start"));
  }

  private static double inOrder(CyclicRun run) {
    var starts =
        run.jobs().stream()
            .map(job -> run.placements().stream().filter(p -> p.job().equals(job.job().id())))
            .mapToLong(parts -> parts.mapToLong(PlacementRow::start).min().orElseThrow())
            .toArray();
    int kept = 0;
    for (int i = 1; i < starts.length; i++) {
      for (int j = 0; j < i; j++) {
        kept += starts[j] > starts[i] ? 0 : 1;
      }
    }
    return kept / 190.0; // pairs of 20 jobs
  }
}
