package io.metasched.simulation.system.cyclic.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.resource.pricing.MarketPrice;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.environment.EnvironmentGenerator.NodeSettings;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Distributions of the values of many generated nodes. */
final class EnvironmentGeneratorTest {
  private static final int NODES = 2000;
  private static final MarketPrice MARKET = new MarketPrice(1.08, 1.15, 6);

  @Test
  void performancesAreUniform() {
    var nodes = nodes(0.185, -1);

    for (int performance = 2; performance <= 10; performance++) {
      int wanted = performance;
      assertThat(nodes.stream().filter(node -> node.performance() == wanted).count())
          .isBetween(170L, 275L);
    }
    assertThat(nodes).allMatch(node -> node.performance() >= 2 && node.performance() <= 10);
  }

  @Test
  void nodesAreSpreadOverTheDomainsInTurn() {
    assertThat(nodes(0, -1).subList(0, 6))
        .extracting(Node::domain)
        .containsExactly(0, 1, 2, 3, 0, 1);
  }

  @Test
  void withoutDiscountsPricesAreThoseOfTheFormula() {
    for (var node : nodes(0, -1)) {
      double price = 1.08 * 6 * Math.pow(node.performance() / 6.0, 1.15);
      assertThat(node.priceMilli()).isEqualTo(Math.round(1000 * price));
    }
  }

  @Test
  void discountsAreNormalAroundOne() {
    double sum = 0;
    double squares = 0;
    for (var node : nodes(0.185, -1)) {
      double discount = node.priceMilli() / (6480 * Math.pow(node.performance() / 6.0, 1.15));
      assertThat(discount).isBetween(0.199, 5.001);
      sum += discount;
      squares += discount * discount;
    }
    double mean = sum / NODES;

    assertThat(mean).isCloseTo(1, within(0.015));
    assertThat(Math.sqrt(squares / NODES - mean * mean)).isCloseTo(0.185, within(0.01));
  }

  @Test
  void fixedPricesAreTheSameForAll() {
    assertThat(nodes(0.185, 6500)).extracting(Node::priceMilli).containsOnly(6500L);
  }

  @Test
  void powerGrowsWithPerformance() {
    assertThat(nodes(0, -1)).allMatch(node -> node.powerMilli() == 700L * node.performance());
  }

  @Test
  void propertiesComeInTheirShares() {
    var nodes = nodes(0, -1);

    assertThat(nodes.stream().filter(n -> n.properties().contains("gpu")).count())
        .isBetween(430L, 570L);
    assertThat(nodes).allMatch(node -> node.properties().contains("linux"));
    assertThat(nodes).noneMatch(node -> node.properties().contains("none"));
  }

  @Test
  void moreNodesLeaveTheFirstOnesAsTheyAre() {
    var few = environment(settings(10, 0.185, -1), 1).nodes();

    assertThat(nodes(0.185, -1).subList(0, 10)).isEqualTo(few);
  }

  @Test
  void theSetShareOfTheNodesIsLoaded() {
    var load = (LocalLoad) environment(settings(200, 0, -1), 0.25).localLoad();
    var loaded = load.loadedNodes();

    assertThat(Collections.frequency(loaded, true)).isEqualTo(50);
    assertThat(loaded.subList(0, 50)).contains(true, false);
  }

  private static List<Node> nodes(double deviation, long fixed) {
    return environment(settings(NODES, deviation, fixed), 1).nodes();
  }

  private static NodeSettings settings(int count, double deviation, long fixed) {
    var properties = new TreeMap<String, Double>();
    properties.put("gpu", 0.25);
    properties.put("linux", 1.0);
    properties.put("none", 0.0);
    return new NodeSettings(count, 4, 2, 10, MARKET, deviation, fixed, 700, properties);
  }

  private static Environment environment(NodeSettings settings, double loadedShare) {
    return EnvironmentGenerator.generate(
        settings,
        new ListPricing(),
        new LocalLoad.Settings(0.1, 0.2, 0, 10, 100),
        loadedShare,
        new Seeds(1, "laws", 0));
  }
}
