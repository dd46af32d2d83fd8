package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.system.cyclic.environment.ResourceTerms;
import io.metasched.simulation.workload.DeclaredUsers;
import io.metasched.simulation.workload.WorkflowSource;
import java.util.List;

/**
 * Scenario of scheduling cycles.
 *
 * @param name name of the scenario, part of every seed
 * @param seed seed of the run
 * @param policies policies to run, in order, each at most once
 * @param rules rules of time, money and waiting
 * @param resources properties of nodes and owners; the number of nodes is 0 if the log or a file
 *     determines it
 * @param files files that the scenario names
 * @param users users that the scenario names
 * @param jobs source of the job flow
 * @param workflows generator of workflows in addition to these jobs
 */
public record Scenario(
    String name,
    long seed,
    List<NamedPolicy> policies,
    FlowRules rules,
    ResourceTerms resources,
    OwnFiles files,
    DeclaredUsers users,
    JobSource jobs,
    WorkflowSource workflows) {

  public Scenario {
    policies = List.copyOf(policies);
  }

  /** Policy with its options set, and its name in the registry. */
  public record NamedPolicy(String name, SchedulingPolicy policy) {}

  /**
   * Names of files written by users; each is empty if there is none.
   *
   * @param nodes file of nodes
   * @param local file of local jobs
   * @param users file of users
   */
  public record OwnFiles(String nodes, String local, String users) {}

  /** Returns the default pricing of owners without their own terms. */
  public Pricing pricing() {
    return resources.common().pricing();
  }
}
