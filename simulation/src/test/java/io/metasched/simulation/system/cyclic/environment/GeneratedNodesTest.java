package io.metasched.simulation.system.cyclic.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.resource.pricing.MarketPrice;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.environment.EnvironmentGenerator.NodeSettings;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nodes generated individually, compared with all of them generated in order. */
final class GeneratedNodesTest {
  private static final int NODES = 300;

  @Test
  void aNodeIsTheSameWhateverWasGeneratedBefore() {
    var inOrder = List.copyOf(generated(1, 1.15));
    var alone = generated(1, 1.15);

    for (int id = NODES - 1; id >= 0; id--) {
      assertThat(alone.get(id)).isEqualTo(inOrder.get(id)).isSameAs(alone.get(id));
      assertThat(alone.get(id).id()).isEqualTo(id);
      assertThat(alone.domainOf(id)).isEqualTo(inOrder.get(id).domain());
    }
  }

  @Test
  void anEnvironmentDoesNotGenerateThem() {
    var nodes = generated(1, 1.15);
    var environment =
        new Environment(nodes, new ListPricing(), new OwnerLoad(List.of(), List.of()));

    assertThat(environment.nodes()).isSameAs(nodes);
    assertThat(environment.domainOf(NODES - 1)).isEqualTo((NODES - 1) % 7);
    assertThat(environment.extremes()).hasSize(2);
  }

  @Test
  void aFingerprintIsOfSettingsAndSeeds() {
    assertThat(generated(1, 1.15).fingerprint()).containsExactlyElementsOf(texts(1, 1.15));
    assertThat(texts(1, 1.15)).isNotEqualTo(texts(2, 1.15)).isNotEqualTo(texts(1, 1.16));
  }

  @Test
  void allLieBetweenTheirExtremes() {
    for (double exponent : new double[] {-2, 0, 1.15}) {
      var nodes = generated(3, exponent);
      var extremes = nodes.extremes();

      assertThat(most(extremes, 0)).isGreaterThanOrEqualTo(most(nodes, 0));
      assertThat(most(extremes, 1)).isGreaterThanOrEqualTo(most(nodes, 1));
      assertThat(most(extremes, 2)).isGreaterThanOrEqualTo(most(nodes, 2));
    }
  }

  @Test
  void thereAreNoOthers() {
    var nodes = generated(1, 1.15);

    assertThatThrownBy(() -> nodes.get(NODES)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> nodes.domainOf(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> nodes.set(0, nodes.get(1)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** Returns the highest price, the highest power, or the negated lowest performance. */
  private static long most(List<Node> nodes, int what) {
    return nodes.stream()
        .mapToLong(n -> List.of(n.priceMilli(), n.powerMilli(), (long) -n.performance()).get(what))
        .max()
        .orElseThrow();
  }

  private static List<String> texts(long seed, double exponent) {
    return generated(seed, exponent).fingerprint().toList();
  }

  private static GeneratedNodes generated(long seed, double exponent) {
    var properties = new TreeMap<String, Double>();
    properties.put("gpu", 0.3);
    var settings =
        new NodeSettings(
            NODES, 7, 2, 10, new MarketPrice(1.08, exponent, 6), 0.9, -1, 20, properties);
    return new GeneratedNodes(settings, new Seeds(seed, "nodes", 0));
  }
}
