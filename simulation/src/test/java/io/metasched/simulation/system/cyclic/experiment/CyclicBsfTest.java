package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.ScenarioReader;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CyclicBsfTest {
  private static final List<String> ROWS =
      IntStream.rangeClosed(0, 10).mapToObj(step -> "n=" + 2 * step).toList();

  private final Experiment experiment = new CyclicBsf();

  @Test
  void threeChoicesAndTheExactSearchesStandBesideEachOther() {
    assertThat(experiment.measures()).hasSize(11 * (3 + 2 + 2 + 3));
    assertThat(experiment.measures()).contains(Measure.ours("n=12", "most-demanding.start"));
    assertThat(experiment.measures()).allMatch(measure -> measure.paper().isEmpty());
  }

  @Test
  void curvesThatFallAndRiseBearOutBothClaimsAndOneStepBackDoesNot() {
    var falling = IntStream.range(0, 11).mapToDouble(i -> 180 - 4 * i).toArray();
    var rising = IntStream.range(0, 11).mapToDouble(i -> 80 + 15 * i).toArray();
    var asPublished =
        SyntheticMeasurements.ones(experiment)
            .column("procTime", ROWS, falling)
            .column("start", ROWS, rising);

    assertThat(experiment.claims(asPublished.measurements())).allMatch(Claim::holds);

    asPublished.cell("n=8", "procTime", 170).cell("n=8", "start", 120);
    assertThat(experiment.claims(asPublished.measurements())).noneMatch(Claim::holds);
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
    var real =
        OneReplication.run(
            OneReplication.cycle(text), BatchCycle.published(text, "bsf", "policy.bsf.n=0"));
    assertThat(real.jobs()).anyMatch(job -> job.moves() > 0);
    assertThat(OneReplication.value(measured, "n=0", "startReal"))
        .isCloseTo(OneReplication.mean(real, real.jobs(), OneReplication::start), within(1e-6))
        .isLessThan(OneReplication.value(measured, "n=0", "start"));
  }
}
