package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim.Finding;
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
    assertThat(times(2).cell("nodes=50", "MinCost", 3).claim("csa-slowest").holds()).isFalse();
    assertThat(times(1).claim("csa-slowest").holds()).isFalse();
  }

  private static SyntheticMeasurements times(double csa) {
    var made = SyntheticMeasurements.ones(EXPERIMENT);
    SIZES.forEach(size -> made.cell(size, "CSA", csa).cell(size, "exact.CSA", 9));
    return made;
  }

  @Test
  void growthIsLinearOrQuadraticByTheExponentItself() {
    for (var row : List.of("exponent in slots", "exponent in interval")) {
      var id = row.replace("exponent", "linear").replace(' ', '-');
      assertThat(exponents(row, 1).claim(id).finding()).isEqualTo(Finding.HOLDS);
      assertThat(exponents(row, 1).with(row, "CSA", 1.3, 1.2).claim(id).finding())
          .isEqualTo(Finding.UNDECIDED);
      assertThat(exponents(row, 1.2).claim(id).finding()).isEqualTo(Finding.CONTRADICTED);
    }
    var row = "exponent in nodes";
    assertThat(exponents(row, 2).claim("quadratic-in-nodes").finding()).isEqualTo(Finding.HOLDS);
    assertThat(exponents(row, 2).with(row, "AMP", 0, 0).claim("quadratic-in-nodes").finding())
        .isEqualTo(Finding.CONTRADICTED);
  }

  private static SyntheticMeasurements exponents(String row, double exponent) {
    var made = SyntheticMeasurements.none(EXPERIMENT);
    EXPERIMENT.measures().forEach(m -> made.with(m.series().row(), m.series().column(), 1, 1));
    SEARCHES.forEach(search -> made.with(row, search, exponent, exponent));
    return made.with(row, "CSA", exponent, exponent);
  }

  @Test
  void aClockThatCountsCallsGivesTheirTimes() {
    var measured = run(1);

    for (var measure : EXPERIMENT.measures()) {
      var series = measure.series();
      assertThat(measured.mean(series.row(), series.column())).as(series.toString()).isNotNaN();
    }
    // this clock advances by one millisecond at each call, regardless of the time of the search
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
