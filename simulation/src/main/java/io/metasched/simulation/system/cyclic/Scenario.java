package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.environment.ResourceTerms;
import io.metasched.simulation.workload.OwnUsers;
import java.util.List;

/**
 * All that a scenario says.
 *
 * @param name its name, part of every seed
 * @param seed the run's seed
 * @param policies the policies to run, in order, each at most once
 * @param rules how time, money and patience are counted
 * @param resources what nodes and owners are like; the number of nodes is 0 where the log or a file
 *     decides it
 * @param files the files that it names
 * @param users the users that it names
 * @param jobs where the job flow comes from
 */
public record Scenario(
    String name,
    long seed,
    List<NamedPolicy> policies,
    FlowRules rules,
    ResourceTerms resources,
    OwnFiles files,
    OwnUsers users,
    JobSource jobs) {

  public Scenario {
    policies = List.copyOf(policies);
  }

  /** A policy with its options set, under its name in the registry. */
  public record NamedPolicy(String name, SchedulingPolicy policy) {}

  /**
   * Names of files that users write; each is empty where there is none.
   *
   * @param nodes of nodes
   * @param local of local jobs
   * @param users of users
   */
  public record OwnFiles(String nodes, String local, String users) {}

  /** How owners price slots who say nothing of their own. */
  public Pricing pricing() {
    return resources.common().pricing();
  }
}
