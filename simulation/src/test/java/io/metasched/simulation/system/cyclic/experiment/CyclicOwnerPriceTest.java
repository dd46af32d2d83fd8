package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicOwnerPriceTest {
  private static final List<String> ROWS = List.of("c=2", "c=4", "c=6", "c=8", "c=10");

  private final Experiment experiment = new CyclicOwnerPrice();

  @Test
  void thePapersFivePricesStandAmongTwelve() {
    var measures = experiment.measures();

    assertThat(measures).hasSize(144 + 3 * 48 + 4);
    assertThat(measures)
        .filteredOn(measure -> measure.paper().isPresent())
        .extracting(measure -> measure.series().row())
        .hasSameElementsAs(ROWS)
        .hasSize(40);
    assertThat(measures)
        .contains(
            Measure.published("c=6", "P", 1112.3, 0.1),
            Measure.published("c=2", "U", 0.44, 0.1),
            Measure.ordered("c=8", "Y", 0.024),
            Measure.published("c=4", "b5.Lc", 234.9, 0.1),
            Measure.ordered("c=8", "b5.Y", 0.024),
            Measure.ours("c=7", "P"));
  }

  @Test
  void thePapersOwnTableBearsOutItsOrderInBothSetsAndOneTurnedRoundDoesNot() {
    var paper = SyntheticMeasurements.ones(experiment);
    for (var set : List.of("", "b5.")) {
      paper
          .column(set + "U", ROWS, 0.44, 0.39, 0.31, 0.18, 0.12)
          .column(set + "P", ROWS, 527.1, 939.6, 1112.3, 878.7, 710.3)
          .column(set + "Y", ROWS, 0, 0.001, 0.013, 0.024, 0.025);
    }

    assertThat(experiment.claims(paper.measurements()))
        .filteredOn(claim -> !claim.id().equals("profit-peaks-at-market"))
        .hasSize(8)
        .allMatch(Claim::holds);

    for (var set : List.of("", "b5.")) {
      paper
          .column(set + "U", ROWS, 0.44, 0.39, 0.40, 0.18, 0.12)
          .column(set + "P", ROWS, 500, 900, 1000, 1001, 700)
          .column(set + "Y", ROWS, 0.01, 0.02, 0.03, 0.02, 0.04);
    }
    assertThat(experiment.claims(paper.measurements()))
        .filteredOn(Claim::holds)
        .extracting(Claim::id)
        .containsExactly("price-controls-utilisation", "price-controls-profit");
  }

  @Test
  void profitPeaksWhereNoPriceFarFromTheMarketEarnsMore() {
    var peaks =
        SyntheticMeasurements.ones(experiment)
            .cell("c=8", "P", 2)
            .cell("c=4", "r=4.P", 2)
            .cell("c=5", "r=5.P", 2)
            .cell("c=10", "r=9.P", 2)
            .cell("c=5", "r=4.P", 3); // differs by at most the step of the table

    assertThat(peaks.claim("profit-peaks-at-market").finding()).isEqualTo(Finding.HOLDS);
    peaks.cell("c=7", "r=9.P", 3);
    assertThat(peaks.claim("profit-peaks-at-market").finding()).isEqualTo(Finding.CONTRADICTED);
  }

  @Test
  void theMarketIsTheMeanPriceOfTheOtherNodesOfThePerformance() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var nodes = OneReplication.cycle(text).instance().environment().nodes();
    var measured = OneReplication.of(experiment);

    double mean =
        nodes.stream()
            .filter(node -> node.id() != 0 && node.performance() == 5)
            .mapToLong(node -> node.priceMilli())
            .average()
            .orElseThrow();
    assertThat(OneReplication.value(measured, "market", "r=5.P"))
        .isCloseTo(mean / 1000, within(1e-9));
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
