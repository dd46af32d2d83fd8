package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.environment.Environment;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Experiment on the income of the owner of one node by its price.
 *
 * <p>Source: the cyclic scheduling paper, section 6.4, table 2 and figure 8. One node of each
 * environment has performance 7 and the price c per unit of time; all else is unchanged. Time and
 * profit are as reserved. The node changes from replication to replication, because the searches
 * visit nodes in the order of their ids. Failed cycles count for Y alone.
 *
 * <p>Columns {@code b5.} have the second calibrated set in the same cycles. The paper does not
 * state which interpretation of the budget the table uses.
 */
public final class CyclicOwnerPrice implements Experiment {
  /** Columns of the second calibrated set: a binding budget, five slices. */
  static final String SET_B5 = "b5.";

  /** Not published; fits the price at which the paper's profit is maximal. */
  private static final int PERFORMANCE = 7;

  /** Other performances, for which no price was fitted. */
  private static final List<Integer> OTHER_PERFORMANCES = List.of(4, 5, 9);

  /** Mean price of the other nodes with equal performance. */
  private static final String MARKET = "market";

  private static final List<Integer> PRICES = IntStream.rangeClosed(1, 12).boxed().toList();
  static final List<Integer> PUBLISHED_PRICES = List.of(2, 4, 6, 8, 10);

  private static final double TOLERANCE = 0.1;
  private static final String SOLD = "Lc";
  private static final String UTILISATION = "U";
  private static final String PROFIT = "P";
  private static final String FAILURES = "Y";
  private static final List<String> COLUMNS = List.of(SOLD, UTILISATION, PROFIT, FAILURES);

  /** Prefixes of the columns of the calibrated sets. */
  private static final List<String> SETS = List.of("", SET_B5);

  /** Returns the paper's values at a published price, column by column. */
  private static List<Double> paper(int price) {
    return switch (price) {
      case 2 -> List.of(256.6, 0.44, 527.1, 0.0);
      case 4 -> List.of(234.9, 0.39, 939.6, 0.001);
      case 6 -> List.of(185.4, 0.31, 1112.3, 0.013);
      case 8 -> List.of(109.8, 0.18, 878.7, 0.024);
      case 10 -> List.of(71.0, 0.12, 710.3, 0.025);
      default -> List.of();
    };
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-owner-price");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var prefix : SETS) {
      for (int price : PRICES) {
        for (int i = 0; i < COLUMNS.size(); i++) {
          measures.add(measure(price, i, prefix));
        }
      }
    }
    for (int price : PRICES) {
      COLUMNS.forEach(column -> measures.add(Measure.ours(row(price), EXACT + column)));
    }
    for (int performance : OTHER_PERFORMANCES) {
      PRICES.forEach(
          price ->
              COLUMNS.forEach(c -> measures.add(Measure.ours(row(price), of(performance) + c))));
    }
    measures.add(Measure.ours(MARKET, PROFIT));
    OTHER_PERFORMANCES.forEach(
        performance -> measures.add(Measure.ours(MARKET, of(performance) + PROFIT)));
    return measures;
  }

  private static Measure measure(int price, int at, String prefix) {
    var column = COLUMNS.get(at);
    var paper = paper(price);
    if (paper.isEmpty()) {
      return Measure.ours(row(price), prefix + column);
    }
    return column.equals(FAILURES)
        ? Measure.ordered(row(price), prefix + column, paper.get(at))
        : Measure.published(row(price), prefix + column, paper.get(at), TOLERANCE);
  }

  /** Returns the prefix of the columns of another performance. */
  private static String of(int performance) {
    return "r=" + performance + ".";
  }

  private static String row(int price) {
    return "c=" + price;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var text = context.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var scenario = BatchCycle.scenario(text);
    // with one name, both sets have the same cycles, except for the size of the jobs
    var textB5 =
        context.environment(ScenarioReader.SCHEMA, "cyclic-batch-medium").named(text.name());
    var scenarioB5 = BatchCycle.scenario(textB5);
    var publishedB5 = BatchCycle.published(textB5, "batch-slicer");
    var published = BatchCycle.published(text, "batch-slicer");
    var exact = BatchCycle.exact(text, "batch-slicer");
    return (replication, observations) -> {
      var instance = BatchCycle.of(scenario, replication).instance();
      var instanceB5 = BatchCycle.of(scenarioB5, replication).instance();
      int node = replication.number() % instance.environment().nodes().size();
      for (int price : PRICES) {
        var cycle = new BatchCycle(priced(instance, node, price), replication);
        observe(cycle, price, node, published, "", observations);
        observe(cycle, price, node, exact, EXACT, observations);
        var cycleB5 = new BatchCycle(priced(instanceB5, node, price), replication);
        observe(cycleB5, price, node, publishedB5, SET_B5, observations);
        for (int performance : OTHER_PERFORMANCES) {
          var other = new BatchCycle(priced(instance, node, performance, price), replication);
          observe(other, price, node, published, of(performance), observations);
        }
      }
      observations.put(MARKET, PROFIT, market(instance, node, PERFORMANCE));
      for (int performance : OTHER_PERFORMANCES) {
        observations.put(MARKET, of(performance) + PROFIT, market(instance, node, performance));
      }
    };
  }

  /** Returns the instance in which one node has the examined performance and the given price. */
  static CyclicInstance priced(CyclicInstance instance, int node, int price) {
    return priced(instance, node, PERFORMANCE, price);
  }

  /** Returns the instance in which one node has the given performance and price. */
  static CyclicInstance priced(CyclicInstance instance, int node, int performance, int price) {
    var environment = instance.environment();
    var nodes = new ArrayList<>(environment.nodes());
    var old = nodes.get(node);
    nodes.set(
        node,
        new Node(
            old.id(),
            old.domain(),
            performance,
            price * Ticks.MILLI,
            old.powerMilli(),
            old.properties()));
    return instance.in(new Environment(nodes, environment.pricing(), environment.localLoad()));
  }

  private static double market(CyclicInstance instance, int node, int performance) {
    return instance.environment().nodes().stream()
            .filter(other -> other.id() != node && other.performance() == performance)
            .mapToLong(Node::priceMilli)
            .average()
            .orElse(Double.NaN)
        / Ticks.MILLI;
  }

  private static void observe(
      BatchCycle cycle, int price, int node, NamedPolicy policy, String prefix, Observations to) {
    var outcome = cycle.schedule(policy, to);
    to.put(row(price), prefix + FAILURES, outcome.failed() ? 1 : 0);
    if (outcome.failed()) {
      return;
    }
    long soldTicks = 0;
    long profitMilli = 0;
    for (var part : outcome.run().placements()) {
      if (part.node() == node) {
        soldTicks += part.end() - part.start();
        profitMilli += part.costMilli();
      }
    }
    to.put(row(price), prefix + SOLD, (double) soldTicks / Ticks.PER_UNIT);
    to.put(
        row(price),
        prefix + UTILISATION,
        (double) soldTicks / cycle.instance().rules().horizonTicks());
    to.put(row(price), prefix + PROFIT, (double) profitMilli / Ticks.MILLI);
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Owner's profit (figure 8)", "money", PROFIT),
        figure("Time sold", "units", SOLD),
        figure("Failed cycles", "share", FAILURES));
  }

  private static Figure figure(String title, String yLabel, String column) {
    return new Figure(
        title,
        "price per unit of time c",
        yLabel,
        Kind.LINES,
        List.of(
            curve("as published", column),
            curve("as published, set B5", SET_B5 + column),
            curve("exact", EXACT + column)));
  }

  private static Curve curve(String label, String column) {
    return Curve.of(label, PRICES, price -> new Series(row(price), column));
  }
}
