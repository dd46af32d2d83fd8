package io.metasched.simulation.system.broker;

import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.OfferPolicies;
import io.metasched.resource.agent.AgentNode;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.scenario.Inputs;
import java.util.List;
import java.util.function.Function;

/**
 * Agents with the tasks for their brokers; all policies meet the same.
 *
 * @param name name of the scenario
 * @param policies names of policies of brokers
 * @param setting how brokers and agents deal with each other
 * @param agents the nodes of each agent
 * @param batches the tasks, by their arrival
 * @param cancellations what users will want cancelled
 * @param losses when agents are lost
 * @param seeds what random numbers of the run derive from
 * @param notes what to know about the tasks
 */
public record BrokerInstance(
    String name,
    List<String> policies,
    BrokerSetting setting,
    List<List<AgentNode>> agents,
    List<TaskBatch> batches,
    List<PlannedCancellation> cancellations,
    List<AgentLoss> losses,
    Seeds seeds,
    List<String> notes)
    implements Instance<BrokerRun> {

  /** Copies the lists. */
  public BrokerInstance {
    policies = List.copyOf(policies);
    agents = agents.stream().map(List::copyOf).toList();
    batches = List.copyOf(batches);
    cancellations = List.copyOf(cancellations);
    losses = List.copyOf(losses);
    notes = List.copyOf(notes);
  }

  /** The instances of a scenario, by their seeds. Files are read here, once for all of them. */
  static Function<Seeds, BrokerInstance> bySeeds(BrokerScenario scenario, Inputs inputs) {
    var agents = BrokerInputs.agents(scenario, inputs);
    var tasks = BrokerInputs.tasks(scenario, inputs);
    return seeds -> {
      var nodes = agents.apply(seeds);
      var batches = tasks.bySeeds().apply(seeds);
      long first = batches.stream().mapToLong(TaskBatch::tick).min().orElse(0);
      long last = batches.stream().mapToLong(TaskBatch::lastTick).max().orElse(0);
      return new BrokerInstance(
          scenario.name(),
          scenario.policies(),
          scenario.setting(),
          nodes,
          batches,
          scenario.terms().cancellations(batches, seeds),
          scenario.losses().losses(nodes.size(), first, last, seeds),
          seeds,
          tasks.notes());
    };
  }

  /** How many tasks there are. */
  public int tasks() {
    return batches.stream().mapToInt(batch -> batch.tasks().size()).sum();
  }

  /**
   * A broker that uses all agents.
   *
   * @throws IllegalArgumentException for an unknown policy
   */
  public BrokerCore broker(String policy) {
    var core = new BrokerCore(setting.rules(), OfferPolicies.named(policy, decisionSeed()));
    for (int agent = 0; agent < agents.size(); agent++) {
      core.joined(agent);
    }
    return core;
  }

  private long decisionSeed() {
    return seeds.seed("offer-policy", 0);
  }

  @Override
  public RunModel<BrokerStep, BrokerRun> begin(String policy, Progress progress) {
    return new BrokerModel(this, policy, progress);
  }

  /** The facts of a run of a policy. */
  public BrokerFacts facts(String policy, String driver, String version) {
    var title =
        new RunTitle(
            BrokerReader.SCHEMA.kind(), name, policy, driver, seeds.runSeed(), version, 0, true);
    return BrokerFacts.of(title, setting, agents.size(), tasks(), decisionSeed());
  }
}
