package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

final class CyclicSingleJobTest {
  private final Experiment experiment = new CyclicSingleJob();

  private static Finding finding(SyntheticMeasurements measured, String id) {
    return measured.claim(id).finding();
  }

  @Test
  void theCostOfMinFinishIsFortyThreePercentAboveThatOfMinCostAsRounded() {
    var measured = SyntheticMeasurements.ones(experiment).cell("MinCost", "cost", 1027.3);
    var id = "mincost-43-percent-cheaper-than-minfinish";

    assertThat(finding(measured.cell("MinFinish", "cost", 1464.2), id))
        .isEqualTo(Finding.HOLDS); // 42.5 %
    assertThat(finding(measured.cell("MinFinish", "cost", 1463.8), id))
        .isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured.cell("MinFinish", "cost", 1475), id))
        .isEqualTo(Finding.CONTRADICTED);
  }

  @Test
  void tenToFiftyPercentLieBetweenBothAndEqualStartsAreNoAdvantage() {
    var measured = SyntheticMeasurements.ones(experiment);
    var id = "aep-10-to-50-percent-better-in-cost";

    assertThat(finding(measured.cell("MinCost", "cost", 0.89), id)).isEqualTo(Finding.HOLDS);
    assertThat(finding(measured.cell("MinCost", "cost", 0.91), id)).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured.cell("MinCost", "cost", 0.49), id)).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "aep-beats-csa-in-start")).isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(measured, "amp-is-earliest")).isEqualTo(Finding.HOLDS);
  }

  @Test
  void twoPercentAreTwoPercent() {
    var measured = SyntheticMeasurements.ones(experiment);
    var id = "minproctime-2-percent-worse-than-csa";

    assertThat(finding(measured.cell("MinProcTime", "procTime", 1.019), id))
        .isEqualTo(Finding.HOLDS);
    assertThat(finding(measured.cell("MinProcTime", "procTime", 1.021), id))
        .isEqualTo(Finding.CONTRADICTED);
  }

  @Test
  void theMostExpensiveNodesAreLookedAtWhateverTheLimit() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-single-job");
    var nodes = OneReplication.cycle(text).instance().environment().nodes();
    var measured = OneReplication.of(experiment);

    var five =
        nodes.stream()
            .sorted(Comparator.comparingLong(node -> -node.priceMilli()))
            .limit(5)
            .toList();
    int most = nodes.stream().mapToInt(node -> node.performance()).max().orElseThrow();
    double cost =
        five.stream()
            .mapToDouble(node -> node.priceMilli() / 1000.0 * 300 / node.performance())
            .sum();
    assertThat(OneReplication.value(measured, "most expensive nodes", "beyondLimit"))
        .isEqualTo(cost > 1500 ? 1 : 0);
    assertThat(OneReplication.value(measured, "most expensive nodes", "fastest"))
        .isCloseTo(
            five.stream().filter(node -> node.performance() == most).count() / 5.0, within(1e-9));
    assertThat(OneReplication.value(measured, "MinCost", "found")).isEqualTo(1);
  }
}
