package io.metasched.simulation.system.broker;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import java.util.List;

/** What holds in every sound run of brokers and agents, checked by its rows alone. */
final class NegotiationRules {
  /** All rules. */
  static final List<RunRule<BrokerRun>> ALL = List.of(new RunRule<>("run", NegotiationRules::run));

  private NegotiationRules() {}

  private static void run(BrokerRun run, RuleReport report) {
    if (!run.title().complete()) {
      report.add("the run", "each run decides about all tasks, so that it is complete");
    }
  }
}
