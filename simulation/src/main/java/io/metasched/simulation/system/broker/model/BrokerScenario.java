package io.metasched.simulation.system.broker.model;

import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * Scenario of brokers and agents.
 *
 * @param name name of the scenario, part of every seed
 * @param policies names of the policies, in order, each at most once
 * @param setting settings of brokers and agents
 * @param agents source of the agents
 * @param losses losses of agents
 * @param source source of the tasks
 * @param terms distributions of the task properties
 */
public record BrokerScenario(
    String name,
    List<String> policies,
    BrokerSetting setting,
    AgentTerms agents,
    LossTerms losses,
    Source source,
    TaskTerms terms) {

  public BrokerScenario {
    policies = List.copyOf(policies);
  }

  /** Source of the tasks. */
  sealed interface Source {}

  /** Generated tasks. */
  record Generated(int count) implements Source {}

  /**
   * Tasks from a file.
   *
   * @param file file as the user gave it
   * @param origin place where the user gave it
   */
  record Filed(String file, String origin) implements Source {}

  /**
   * Tasks from the parts of jobs drawn from the Lublin-Feitelson model.
   *
   * @param nodeProcessors number of processors of a node
   */
  record Drawn(LublinWorkload model, int nodeProcessors) implements Source {}

  /**
   * Tasks from the parts of the jobs of a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param isRequested whether tasks last as long as their users estimated; otherwise their
   *     recorded run time
   * @param nodeProcessors number of processors of a node
   */
  record Logged(String file, TraceOptions options, boolean isRequested, int nodeProcessors)
      implements Source {}
}
