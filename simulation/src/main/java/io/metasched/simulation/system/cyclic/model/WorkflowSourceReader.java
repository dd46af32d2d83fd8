package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.workflow.WorkflowPolicies;
import io.metasched.metascheduler.workflow.WorkflowPolicy;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.pricing.MarketPrice;
import io.metasched.resource.search.SearchFamily;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.workload.WorkflowShape;
import io.metasched.simulation.workload.WorkflowSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** Parser of the section {@code workflows}. */
final class WorkflowSourceReader {
  private static final String COUNT = "workflows.count";
  private static final String IN_TURN = "in-turn";
  private static final double MOST_FACTOR = 1_000_000;

  private final Values values;

  WorkflowSourceReader(Values values) {
    this.values = values;
  }

  /** Returns whether there are workflows in addition to the other jobs. */
  static boolean isAny(Values values) {
    return !values.isWord(COUNT, "0");
  }

  /**
   * Returns the source of the workflows.
   *
   * @param search searches of a policy that plans workflows as wholes
   */
  WorkflowSource read(MarketPrice market, SearchFamily search) {
    var labels = Arrays.stream(WorkflowShape.values()).map(WorkflowShape::label).toList();
    var wanted = values.words("workflows.shapes", labels);
    long leastGap = values.thousandths("workflows.gap.least", 0, ScenarioReader.MOST_TIME);
    var budget = factor("workflows.budget-factor");
    return new WorkflowSource(
        values.wholeInt(COUNT, 0, 10_000),
        Arrays.stream(WorkflowShape.values()).filter(s -> wanted.contains(s.label())).toList(),
        values.wholeInt("workflows.jobs", 20, 10_000),
        leastGap,
        values.thousandths("workflows.gap.most", leastGap / 1000.0, ScenarioReader.MOST_TIME),
        values.wholeInt("workflows.reference-performance", 1, 1_000_000),
        policy(search),
        factor("workflows.deadline-factor"),
        budget.isEmpty()
            ? budget
            : OptionalDouble.of(budget.getAsDouble() * market.mu() * Ticks.MILLI),
        values.real("jobs.real-length.least", 0.000001, 10),
        values.real("jobs.real-length.most", 0.000001, 10));
  }

  private Optional<WorkflowPolicy> policy(SearchFamily search) {
    var names = new ArrayList<>(WorkflowPolicies.names());
    names.add(IN_TURN);
    var name = values.word("workflows.policy", names);
    return name.equals(IN_TURN)
        ? Optional.empty()
        : Optional.of(WorkflowPolicies.named(name, search));
  }

  private OptionalDouble factor(String key) {
    return values.isWord(key, "none")
        ? OptionalDouble.empty()
        : OptionalDouble.of(values.real(key, 0, MOST_FACTOR));
  }
}
