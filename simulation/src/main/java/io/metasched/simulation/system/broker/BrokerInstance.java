package io.metasched.simulation.system.broker;

import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.OfferPolicies;
import io.metasched.resource.broker.AgentNode;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.system.broker.model.AgentLoss;
import io.metasched.simulation.system.broker.model.BrokerInputs;
import io.metasched.simulation.system.broker.model.BrokerModel;
import io.metasched.simulation.system.broker.model.BrokerReader;
import io.metasched.simulation.system.broker.model.BrokerScenario;
import io.metasched.simulation.system.broker.model.BrokerSetting;
import io.metasched.simulation.system.broker.model.BrokerStep;
import io.metasched.simulation.system.broker.model.PlannedCancellation;
import io.metasched.simulation.system.broker.model.TaskBatch;
import io.metasched.simulation.system.broker.rows.BrokerFacts;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.util.List;
import java.util.function.Function;

/**
 * Agents, and the tasks for their brokers; the same for all policies.
 *
 * @param name name of the scenario
 * @param policies names of the brokers' policies
 * @param setting settings of brokers and agents
 * @param agents nodes of each agent
 * @param batches tasks, by arrival
 * @param cancellations cancellations that users will request
 * @param losses losses of agents
 * @param seeds seeds of all random numbers of the run
 * @param notes notes for the user about the tasks
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

  public BrokerInstance {
    policies = List.copyOf(policies);
    agents = agents.stream().map(List::copyOf).toList();
    batches = List.copyOf(batches);
    cancellations = List.copyOf(cancellations);
    losses = List.copyOf(losses);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the instances of a scenario, by their seeds. Files are read here, once for all
   * instances.
   */
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

  public int tasks() {
    return batches.stream().mapToInt(batch -> batch.tasks().size()).sum();
  }

  /**
   * Creates a broker that uses all agents.
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

  /** Returns the facts of a run of the given policy. */
  public BrokerFacts facts(String policy, String driver, String version) {
    var title =
        new RunTitle(
            BrokerReader.SCHEMA.kind(), name, policy, driver, seeds.runSeed(), version, 0, true);
    return BrokerFacts.of(title, setting, agents.size(), tasks(), decisionSeed());
  }
}
