package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.SyntheticMeasurements;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CyclicWorkingTimeTest {
  private static final CyclicWorkingTime EXPERIMENT = new CyclicWorkingTime();
  private static final List<String> SIZES =
      Stream.concat(
              Stream.of(50, 100, 200, 300, 400).map(count -> "nodes=" + count),
              Stream.of(600, 1200, 1800, 2400, 3000, 3600).map(length -> "interval=" + length))
          .toList();
  private static final List<String> SEARCHES =
      List.of("AMP", "MinFinish", "MinCost", "MinRunTime", "MinProcTime");

  @Test
  void csaIsTheSlowestOnlyWhereItIsAtAllSizes() {
    assertThat(times(2).claim("csa-slowest").holds()).isTrue();
    assertThat(times(2).with("nodes=50", "MinCost", 3, 3).claim("csa-slowest").holds()).isFalse();
    assertThat(times(1).claim("csa-slowest").holds()).isFalse();
  }

  private static SyntheticMeasurements times(double csa) {
    var made = SyntheticMeasurements.none(EXPERIMENT);
    for (var size : SIZES) {
      SEARCHES.forEach(search -> made.with(size, search, 1, 1));
      made.with(size, "CSA", csa, csa);
      made.with(size, "exact.CSA", 9, 9); // not among the published
    }
    return made;
  }

  @Test
  void growthIsLinearUpToATolerance() {
    assertThat(exponents("exponent in slots", 1.2).claim("linear-in-slots").holds()).isTrue();
    assertThat(
            exponents("exponent in slots", 1)
                .with("exponent in slots", "CSA", 1.3, 1.3)
                .claim("linear-in-slots")
                .holds())
        .isFalse();
  }

  @Test
  void growthWithTheNodesIsThatOfTheFullScheme() {
    var id = "published-superlinear-in-nodes";
    assertThat(exponents("exponent in nodes", 1.5).claim(id).holds()).isTrue();
    assertThat(
            exponents("exponent in nodes", 1.5)
                .with("exponent in nodes", "AMP", 1, 1)
                .claim(id)
                .holds())
        .isTrue();
    assertThat(
            exponents("exponent in nodes", 1.5)
                .with("exponent in nodes", "MinCost", 1.3, 1.3)
                .claim(id)
                .holds())
        .isFalse();
  }

  private static SyntheticMeasurements exponents(String row, double exponent) {
    var made = SyntheticMeasurements.none(EXPERIMENT);
    SEARCHES.forEach(search -> made.with(row, search, exponent, exponent));
    return made.with(row, "CSA", exponent, exponent)
        .with(row, "CSA per alternative", exponent, exponent);
  }

  @Test
  void aClockThatCountsCallsGivesTheirTimes() {
    var measured = run(1);

    for (var measure : EXPERIMENT.measures()) {
      var series = measure.series();
      assertThat(measured.mean(series.row(), series.column())).as(series.toString()).isNotNaN();
    }
    // this clock goes on by a millisecond at each call, whatever a search takes
    assertThat(measured.mean("nodes=400", "CSA")).isEqualTo(1);
    assertThat(measured.mean("exponent in nodes", "MinCost")).isCloseTo(0, within(1e-9));
    double alternatives = measured.mean("interval=600", "alternatives");
    assertThat(measured.mean("interval=600", "CSA per alternative"))
        .isCloseTo(1 / alternatives, within(1e-12));
    assertThat(measured.mean("interval=3600", "alternatives")).isGreaterThan(4 * alternatives);
    assertThat(measured.schedulesChecked()).isGreaterThan(1000);
  }

  private static ObservedValues run(int replications) {
    var clock = new AtomicLong();
    var context = new ExperimentContext(List.of(), () -> clock.addAndGet(1_000_000));
    return new ReplicationRunner(1, replications, 1)
        .repeat(
            EXPERIMENT.replicable(context),
            EXPERIMENT.measures().stream().map(Measure::series).toList(),
            done -> {});
  }
}
