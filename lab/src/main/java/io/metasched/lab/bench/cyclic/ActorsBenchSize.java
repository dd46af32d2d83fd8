package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.StoppingRule;
import io.metasched.simulation.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;

/**
 * Size of the measurements of {@link ActorsBench}.
 *
 * @param scenario scenario with the properties of nodes, load and jobs
 * @param nodes numbers of nodes, in the order of measurement
 * @param domains numbers of domains, each combined with each number of nodes
 * @param sparse whether combinations with fewer than 10 nodes in a domain are omitted
 * @param rule rule that ends a row of searches
 * @param cycles number of cycles of the runs; 0 for no runs
 * @param repeats number of measurements of each run
 */
record ActorsBenchSize(
    ScenarioText scenario,
    List<Integer> nodes,
    List<Integer> domains,
    boolean sparse,
    StoppingRule rule,
    int cycles,
    int repeats) {
  private static final int LEAST_NODES_PER_DOMAIN = 10;

  /** Combination of a number of nodes and a number of domains. */
  record Spread(int nodes, int domains) {}

  ActorsBenchSize {
    nodes = List.copyOf(nodes);
    domains = List.copyOf(domains);
  }

  List<Spread> spreads() {
    var spreads = new ArrayList<Spread>();
    for (int count : nodes) {
      for (int sites : domains) {
        if (!sparse || sites == 1 || count / sites >= LEAST_NODES_PER_DOMAIN) {
          spreads.add(new Spread(count, sites));
        }
      }
    }
    return spreads;
  }
}
