package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicOwnerPriceTest {
  private static final List<String> ROWS = List.of("c=2", "c=4", "c=6", "c=8", "c=10");

  private final Experiment experiment = new CyclicOwnerPrice();

  @Test
  void thePapersFivePricesStandAmongTwelve() {
    var measures = experiment.measures();

    assertThat(measures).hasSize(96);
    assertThat(measures)
        .filteredOn(measure -> measure.paper().isPresent())
        .extracting(measure -> measure.series().row())
        .hasSameElementsAs(ROWS)
        .hasSize(20);
    assertThat(measures)
        .contains(
            Measure.published("c=6", "P", 1112.3, 0.1),
            Measure.published("c=2", "U", 0.44, 0.1),
            Measure.ordered("c=8", "Y", 0.024),
            Measure.ours("c=7", "P"));
  }

  @Test
  void thePapersOwnTableBearsOutAllClaims() {
    var paper =
        SyntheticMeasurements.ones(experiment)
            .column("U", ROWS, 0.44, 0.39, 0.31, 0.18, 0.12)
            .column("P", ROWS, 527.1, 939.6, 1112.3, 878.7, 710.3)
            .column("Y", ROWS, 0, 0.001, 0.013, 0.024, 0.025);

    assertThat(experiment.claims(paper.measurements())).allMatch(Claim::holds);
  }

  @Test
  void aTableTheOtherWayRoundBearsOutNone() {
    var reversed =
        SyntheticMeasurements.ones(experiment)
            .column("U", ROWS, 0.44, 0.39, 0.40, 0.18, 0.12)
            .column("P", ROWS, 500, 900, 1000, 1001, 700)
            .column("Y", ROWS, 0.01, 0.02, 0.03, 0.02, 0.04);

    assertThat(experiment.claims(reversed.measurements())).noneMatch(Claim::holds);
  }

  @Test
  void oneNodeIsChangedAndNothingElse() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var instance = OneReplication.cycle(text).instance();

    var priced = CyclicOwnerPrice.priced(instance, 5, 8);

    var node = priced.environment().nodes().get(5);
    assertThat(node.performance()).isEqualTo(7);
    assertThat(node.priceMilli()).isEqualTo(8000);
    for (int id = 0; id < 24; id++) {
      if (id != 5) {
        assertThat(priced.environment().nodes().get(id))
            .isEqualTo(instance.environment().nodes().get(id));
      }
    }
    assertThat(priced.workload()).isSameAs(instance.workload());
    assertThat(priced.environment().localLoad()).isEqualTo(instance.environment().localLoad());
  }

  @Test
  void theCellsAreSumsOverTheRowsOfTheNode() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var instance = OneReplication.cycle(text).instance();
    var measured = OneReplication.of(experiment);

    for (int price : List.of(2, 7)) {
      var run =
          OneReplication.run(
              OneReplication.cycle(CyclicOwnerPrice.priced(instance, 0, price)),
              BatchCycle.published(text, "batch-slicer"));
      double sold = 0;
      for (var part : run.placements()) {
        if (part.node() == 0) {
          assertThat(part.priceMilli()).isEqualTo(1000L * price);
          sold += (part.end() - part.start()) / 1000.0;
        }
      }
      var row = "c=" + price;
      assertThat(sold).isPositive();
      assertThat(OneReplication.value(measured, row, "Lc")).isCloseTo(sold, within(1e-6));
      assertThat(OneReplication.value(measured, row, "U")).isCloseTo(sold / 600, within(1e-6));
      assertThat(OneReplication.value(measured, row, "P")).isCloseTo(sold * price, within(1e-6));
      assertThat(OneReplication.value(measured, row, "Y")).isZero();
    }
  }
}
