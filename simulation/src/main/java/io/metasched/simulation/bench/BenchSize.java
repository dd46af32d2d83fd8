package io.metasched.simulation.bench;

import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * How much {@link ActorsBench} measures.
 *
 * @param scenario what nodes, load and jobs are like
 * @param nodes numbers of nodes, in the order in which they are measured
 * @param domains numbers of domains, each with each number of nodes
 * @param sparse whether combinations with fewer than 10 nodes in a domain are left out
 * @param seconds how long each row is measured
 * @param searches how many searches each row has instead, or 0
 * @param cycles how many cycles the runs have; 0 for no runs
 * @param repeats how often each run is measured
 */
public record BenchSize(
    ScenarioText scenario,
    List<Integer> nodes,
    List<Integer> domains,
    boolean sparse,
    double seconds,
    int searches,
    int cycles,
    int repeats) {
  private static final int LEAST_NODES_PER_DOMAIN = 10;
  private static final int MOST_NODES = 200_000;
  private static final int MOST_SEARCHES = 10_000_000;
  private static final int MOST_CYCLES = 100_000;

  /** One number of nodes over one number of domains. */
  public record Spread(int nodes, int domains) {}

  /**
   * @throws UsageException for a number out of its range
   */
  public BenchSize {
    nodes = List.copyOf(nodes);
    domains = List.copyOf(domains);
    int most = MOST_NODES;
    for (int count : nodes) {
      Limits.requireBetween("--nodes", 1, MOST_NODES, count);
      most = Math.min(most, count);
    }
    for (int count : domains) {
      Limits.requireBetween("--domains", 1, sparse ? MOST_NODES : most, count);
    }
    Limits.requireSeconds(seconds);
    Limits.requireBetween("--searches", 0, MOST_SEARCHES, searches);
    Limits.requireBetween("--cycles", 0, MOST_CYCLES, cycles);
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

  /**
   * The world of a scenario.
   *
   * @throws UsageException when its jobs come from a log
   */
  static World world(Scenario scenario) {
    return CountableWorlds.of(
        scenario,
        log -> {
          throw new UsageException("a bench takes no jobs from a log: " + log);
        });
  }

  /** Whether so much has been measured that a row is done. */
  boolean isEnough(long done, long nanos) {
    return searches > 0 ? done >= searches : nanos >= seconds * 1e9;
  }
}
