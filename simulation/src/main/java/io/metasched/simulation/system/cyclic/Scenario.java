package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.environment.EnvironmentGenerator.NodeSettings;
import io.metasched.simulation.environment.LocalLoad;
import java.util.List;

/**
 * All that a scenario says.
 *
 * @param name its name, part of every seed
 * @param seed the run's seed
 * @param policies the policies to run, in order, each at most once
 * @param rules how time, money and patience are counted
 * @param nodes what the nodes are like; their number is 0 where the log decides it
 * @param pricing how owners price slots
 * @param localLoad what local load is like
 * @param loadedShare share of the nodes that have local load
 * @param jobs where the job flow comes from
 */
public record Scenario(
    String name,
    long seed,
    List<NamedPolicy> policies,
    FlowRules rules,
    NodeSettings nodes,
    Pricing pricing,
    LocalLoad.Settings localLoad,
    double loadedShare,
    JobSource jobs) {

  public Scenario {
    policies = List.copyOf(policies);
  }

  /** A policy with its options set, under its name in the registry. */
  public record NamedPolicy(String name, SchedulingPolicy policy) {}
}
