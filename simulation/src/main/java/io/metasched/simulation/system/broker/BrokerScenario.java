package io.metasched.simulation.system.broker;

import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * All that a scenario of brokers and agents says.
 *
 * @param name its name, part of every seed
 * @param policies names of the policies, in order, each at most once
 * @param setting how brokers and agents deal with each other
 * @param agents where the agents come from
 * @param losses when agents are lost
 * @param source where the tasks come from
 * @param terms what is drawn for them
 */
record BrokerScenario(
    String name,
    List<String> policies,
    BrokerSetting setting,
    AgentTerms agents,
    LossTerms losses,
    Source source,
    TaskTerms terms) {

  /** Copies the list. */
  BrokerScenario {
    policies = List.copyOf(policies);
  }

  /** Where tasks come from. */
  sealed interface Source {}

  /** Tasks are generated. */
  record Generated(int count) implements Source {}

  /**
   * Tasks are read from a file.
   *
   * @param file as the user gave it
   * @param origin where the user gave it
   */
  record Filed(String file, String origin) implements Source {}

  /**
   * Tasks are the parts of jobs drawn by the Lublin-Feitelson model.
   *
   * @param nodeProcessors processors of a node
   */
  record Drawn(LublinWorkload model, int nodeProcessors) implements Source {}

  /**
   * Tasks are the parts of jobs of a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param isRequested whether they last as their users estimated; else as they ran
   * @param nodeProcessors processors of a node
   */
  record Logged(String file, TraceOptions options, boolean isRequested, int nodeProcessors)
      implements Source {}
}
