package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.MarketPrice;
import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.random.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Generator of the resources of a run.
 *
 * <p>Source: the cyclic scheduling paper, section 5: uniform performances, market prices with a
 * normally distributed discount.
 */
public final class EnvironmentGenerator {
  private static final double LEAST_DISCOUNT = 0.2;
  private static final double MOST_DISCOUNT = 5;

  private EnvironmentGenerator() {}

  /**
   * Parameters of generated nodes.
   *
   * @param nodes number of nodes, at least 1, or 0 if a log determines it
   * @param domains number of sites to which the nodes are assigned in round-robin order, at least 1
   * @param leastPerformance minimum performance; performances are uniform between this and the
   *     maximum
   * @param mostPerformance maximum performance
   * @param market price by performance, used if {@code fixedPriceMilli} is negative
   * @param discountDeviation standard deviation of the owners' discounts around 1
   * @param fixedPriceMilli price of every node, or negative for market prices
   * @param powerMilliPerPerformance power per unit of performance
   * @param properties share of the nodes with a property, by property
   */
  public record NodeSettings(
      int nodes,
      int domains,
      int leastPerformance,
      int mostPerformance,
      MarketPrice market,
      double discountDeviation,
      long fixedPriceMilli,
      long powerMilliPerPerformance,
      SortedMap<String, Double> properties) {

    /** Returns a copy with the given number of nodes. */
    public NodeSettings withCount(int count) {
      return new NodeSettings(
          count,
          domains,
          leastPerformance,
          mostPerformance,
          market,
          discountDeviation,
          fixedPriceMilli,
          powerMilliPerPerformance,
          properties);
    }
  }

  /** Returns the environment of a run. */
  public static Environment generate(
      NodeSettings settings,
      Pricing pricing,
      LocalLoad.Settings load,
      double loadedShare,
      Seeds seeds) {
    var loaded = loadedNodes(settings.nodes(), loadedShare, seeds);
    var nodes = new GeneratedNodes(settings, seeds);
    return new Environment(nodes, pricing, new LocalLoad(load, loaded, seeds));
  }

  static Node node(int id, NodeSettings settings, Seeds seeds) {
    int performance = performance(id, settings, seeds);
    return node(id, performance, price(id, performance, settings, seeds), settings, seeds);
  }

  private static Node node(
      int id, int performance, long priceMilli, NodeSettings settings, Seeds seeds) {
    return new Node(
        id,
        domainOf(id, settings),
        performance,
        priceMilli,
        settings.powerMilliPerPerformance() * performance,
        properties(id, settings.properties(), seeds));
  }

  static int domainOf(int id, NodeSettings settings) {
    return id % settings.domains();
  }

  /**
   * Returns nodes that need not be among the generated nodes, but have the least performance, the
   * highest price and the most power that a generated node may have.
   */
  static List<Node> extremes(NodeSettings settings, Seeds seeds) {
    return IntStream.of(settings.leastPerformance(), settings.mostPerformance())
        .mapToObj(
            performance -> {
              long price =
                  settings.fixedPriceMilli() >= 0
                      ? settings.fixedPriceMilli()
                      : settings.market().priceMilli(performance, MOST_DISCOUNT);
              return node(0, performance, price, settings, seeds);
            })
        .toList();
  }

  static int performance(int id, NodeSettings settings, Seeds seeds) {
    return seeds
        .generator("performance", id)
        .nextInt(settings.leastPerformance(), settings.mostPerformance() + 1);
  }

  static long price(int id, int performance, NodeSettings settings, Seeds seeds) {
    if (settings.fixedPriceMilli() >= 0) {
      return settings.fixedPriceMilli();
    }
    var normal = ZigguratSampler.NormalizedGaussian.of(seeds.generator("discount", id));
    double discount;
    do {
      discount = 1 + settings.discountDeviation() * normal.sample();
    } while (discount < LEAST_DISCOUNT || discount > MOST_DISCOUNT);
    return settings.market().priceMilli(performance, discount);
  }

  static List<String> properties(int id, SortedMap<String, Double> shares, Seeds seeds) {
    return shares.entrySet().stream()
        .filter(e -> seeds.generator("property-" + e.getKey(), id).nextDouble() < e.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  static List<Boolean> loadedNodes(int nodes, double share, Seeds seeds) {
    int count = (int) Math.round(share * nodes);
    var loaded = new Boolean[nodes];
    Arrays.fill(loaded, false);
    int[] order = PermutationSampler.natural(nodes);
    PermutationSampler.shuffle(seeds.generator("loaded-nodes", 0), order);
    for (int i = 0; i < count; i++) {
      loaded[order[i]] = true;
    }
    return List.of(loaded);
  }
}
