package io.metasched.metascheduler.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.pricing.Pricing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;

/**
 * Nodes by performance and properties, with the least prices of each class ascending. Immutable.
 *
 * <p>A part is as long on each node of a class, so that the cheaper node of a class costs no more:
 * what is to be known of a job takes a look at each class, not at each node.
 */
final class NodeClasses {
  /** Nodes of equal performance and properties. */
  private static final class NodeClass {
    private final Node example;
    private final long[] pricesMilli; // the least ones per unit of time, ascending

    NodeClass(List<Node> alike, Pricing pricing) {
      example = alike.get(0);
      pricesMilli = alike.stream().mapToLong(pricing::leastPriceMilli).sorted().toArray();
    }
  }

  /** What a job's part costs at least on the nodes of a class; {@code next} is not yet taken. */
  private record PricedClass(NodeClass nodes, long lengthTicks, int next, long costMilli) {
    static PricedClass of(NodeClass nodes, long lengthTicks, int next) {
      return new PricedClass(
          nodes, lengthTicks, next, Ticks.costMilli(nodes.pricesMilli[next], lengthTicks));
    }
  }

  private record Kind(int performance, List<String> properties) {}

  private final List<NodeClass> classes = new ArrayList<>();

  /** Sorts the nodes by their least prices: O(n log n) for n nodes. */
  NodeClasses(List<Node> nodes, Pricing pricing) {
    var byKind = new LinkedHashMap<Kind, List<Node>>();
    for (var node : nodes) {
      byKind
          .computeIfAbsent(
              new Kind(node.performance(), node.properties()), kind -> new ArrayList<>())
          .add(node);
    }
    byKind.values().forEach(alike -> classes.add(new NodeClass(alike, pricing)));
  }

  /** How many nodes meet the requirements and run a job's part in a length that is accepted. */
  int count(Job job, long granularityTicks, LongPredicate length) {
    int count = 0;
    for (var each : able(job.requirements())) {
      if (length.test(lengthTicks(job, each, granularityTicks))) {
        count += each.pricesMilli.length;
      }
    }
    return count;
  }

  /**
   * What a job costs at least on nodes that meet its requirements, which must be as many as it asks
   * for, in 1/1000 of money. O(c + m log c) for c classes and m nodes.
   */
  long leastCostMilli(Job job, long granularityTicks) {
    var cheapest =
        new PriorityQueue<PricedClass>((a, b) -> Long.compare(a.costMilli(), b.costMilli()));
    for (var each : able(job.requirements())) {
      cheapest.add(PricedClass.of(each, lengthTicks(job, each, granularityTicks), 0));
    }
    long sum = 0;
    for (int i = 0; i < job.nodes(); i++) {
      var taken = cheapest.remove();
      sum += taken.costMilli();
      if (taken.next() + 1 < taken.nodes().pricesMilli.length) {
        cheapest.add(PricedClass.of(taken.nodes(), taken.lengthTicks(), taken.next() + 1));
      }
    }
    return sum;
  }

  private List<NodeClass> able(Requirements requirements) {
    var able = new ArrayList<NodeClass>(classes.size());
    for (var each : classes) {
      if (requirements.metBy(each.example)) {
        able.add(each);
      }
    }
    return able;
  }

  private static long lengthTicks(Job job, NodeClass nodes, long granularityTicks) {
    return job.work().lengthTicks(nodes.example.performance(), granularityTicks);
  }
}
