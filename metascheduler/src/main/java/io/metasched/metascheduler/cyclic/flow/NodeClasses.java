package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.pricing.Pricing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * Nodes by performance and properties, with the lowest prices of each class ascending. Immutable.
 *
 * <p>A part has the same length on all nodes of a class, so a node with a lower price costs no
 * more. A query for a job therefore visits each class instead of each node. A query for a job that
 * requires no properties only visits each performance.
 */
final class NodeClasses {
  /** Nodes of equal performance and properties. */
  private static final class NodeClass {
    private final Node example;
    private final long[] pricesMilli; // lowest prices per unit of time, ascending

    NodeClass(List<Node> alike, Pricing pricing) {
      example = alike.get(0);
      pricesMilli = alike.stream().mapToLong(pricing::leastPriceMilli).sorted().toArray();
    }

    /** Returns the number of nodes in the class that cost at most {@code priceMilli}. */
    int countUpTo(long priceMilli) {
      int from = 0;
      int to = pricesMilli.length;
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (pricesMilli[middle] <= priceMilli) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from;
    }
  }

  /**
   * Least cost of a job's part on the nodes of a class.
   *
   * @param count number of nodes that may be taken, the cheapest first
   * @param next index of the first node that is not taken
   */
  private record PricedClass(
      NodeClass nodes, int count, long lengthTicks, int next, long costMilli) {
    static PricedClass of(NodeClass nodes, int count, long lengthTicks, int next) {
      long cost = Ticks.costOrMostMilli(nodes.pricesMilli[next], lengthTicks);
      return new PricedClass(nodes, count, lengthTicks, next, cost);
    }

    PricedClass moved() {
      return of(nodes, count, lengthTicks, next + 1);
    }
  }

  private record Kind(int performance, List<String> properties) {}

  private final List<NodeClass> classes;

  /** Classes by performance only: far fewer classes if each node has its name as a property. */
  private final List<NodeClass> ofAnyProperties;

  /** Sorts the nodes by their lowest prices. Cost: O(n log n) for n nodes. */
  NodeClasses(List<Node> nodes, Pricing pricing) {
    classes = classes(nodes, pricing, node -> new Kind(node.performance(), node.properties()));
    ofAnyProperties = classes(nodes, pricing, node -> new Kind(node.performance(), List.of()));
  }

  private static List<NodeClass> classes(
      List<Node> nodes, Pricing pricing, Function<Node, Kind> kindOf) {
    var byKind = new LinkedHashMap<Kind, List<Node>>();
    for (var node : nodes) {
      byKind.computeIfAbsent(kindOf.apply(node), kind -> new ArrayList<>()).add(node);
    }
    return byKind.values().stream().map(alike -> new NodeClass(alike, pricing)).toList();
  }

  /**
   * Returns the number of nodes that meet a job's requirements, may cost at most {@code
   * mostPriceMilli}, and run a part in at most {@code mostTicks}.
   *
   * @param mostPriceMilli maximum price per unit of time in 1/1000 of money
   * @param mostTicks maximum length of a part in ticks
   */
  int count(Job job, long granularityTicks, long mostPriceMilli, long mostTicks) {
    int count = 0;
    for (var each : able(job.requirements())) {
      if (lengthTicks(job, each, granularityTicks) <= mostTicks) {
        count += each.countUpTo(mostPriceMilli);
      }
    }
    return count;
  }

  /**
   * Returns the lowest cost of a job on nodes that meet its requirements and its limit on the
   * price, in 1/1000 of money; {@link Long#MAX_VALUE} if the job costs more. Enough nodes must meet
   * the requirements. Cost: O(c log n + m log c) for c classes, n nodes and m requested nodes.
   */
  long leastCostMilli(Job job, long granularityTicks) {
    var cheapest =
        new PriorityQueue<PricedClass>((a, b) -> Long.compare(a.costMilli(), b.costMilli()));
    for (var each : able(job.requirements())) {
      int count = each.countUpTo(job.slotPriceLimitMilli());
      if (count > 0) {
        cheapest.add(PricedClass.of(each, count, lengthTicks(job, each, granularityTicks), 0));
      }
    }
    long sum = 0;
    for (int i = 0; i < job.nodes(); i++) {
      var taken = cheapest.remove();
      sum += taken.costMilli();
      if (sum < 0) {
        return Long.MAX_VALUE;
      }
      if (taken.next() + 1 < taken.count()) {
        cheapest.add(taken.moved());
      }
    }
    return sum;
  }

  /**
   * Returns the lowest limit on prices under which enough nodes remain for a job, in 1/1000 of
   * money per unit of time. Without a limit on prices, enough nodes must meet the job's
   * requirements.
   */
  long leastPriceMilli(Job job) {
    return able(job.requirements()).stream()
        .flatMapToLong(each -> Arrays.stream(each.pricesMilli))
        .sorted()
        .skip(job.nodes() - 1L)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the ticks of the longest part if a job runs on the fastest nodes. Enough nodes must
   * meet the job's requirements.
   */
  long leastTicks(Job job, long granularityTicks) {
    var fastest =
        able(job.requirements()).stream()
            .sorted(Comparator.comparingLong(each -> lengthTicks(job, each, granularityTicks)))
            .iterator();
    var slowest = fastest.next();
    for (int left = job.nodes() - slowest.pricesMilli.length; left > 0; ) {
      slowest = fastest.next();
      left -= slowest.pricesMilli.length;
    }
    return lengthTicks(job, slowest, granularityTicks);
  }

  private List<NodeClass> able(Requirements requirements) {
    var all = requirements.properties().isEmpty() ? ofAnyProperties : classes;
    var able = new ArrayList<NodeClass>(all.size());
    for (var each : all) {
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
