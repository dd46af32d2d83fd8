package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.bench.StoppingRule;
import io.metasched.simulation.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;

/**
 * How much {@link ActorsBench} measures.
 *
 * @param scenario what nodes, load and jobs are like
 * @param nodes numbers of nodes, in the order in which they are measured
 * @param domains numbers of domains, each with each number of nodes
 * @param sparse whether combinations with fewer than 10 nodes in a domain are left out
 * @param rule when a row of searches is done
 * @param cycles how many cycles the runs have; 0 for no runs
 * @param repeats how often each run is measured
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

  /** One number of nodes over one number of domains. */
  record Spread(int nodes, int domains) {}

  ActorsBenchSize {
    nodes = List.copyOf(nodes);
    domains = List.copyOf(domains);
  }

  /** The combinations to measure. */
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
