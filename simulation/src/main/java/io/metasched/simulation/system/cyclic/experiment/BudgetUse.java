package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.Choice;
import io.metasched.metascheduler.alternatives.ChoiceProblem;
import io.metasched.metascheduler.alternatives.CombinationChoice;
import io.metasched.metascheduler.alternatives.CombinationChoices;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.PolicySettings;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.search.SearchFamily;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import java.util.TreeMap;

/**
 * Published choice that records the cost of the chosen windows and the budgets b* of their
 * sub-batches. Confined to one thread.
 */
final class BudgetUse implements CombinationChoice {
  private static final String SLICER = "batch-slicer";

  private final CombinationChoice published = CombinationChoices.named("recursion");
  private long costMilli;
  private long budgetMilli;

  /**
   * Returns a batch-slicer with the published searches and this choice, for least processor time at
   * the mean costs.
   *
   * @param slices number of sub-batches
   * @param cap maximum number of alternatives of a job
   */
  NamedPolicy slicer(int slices, int cap) {
    var provider = Policies.builtIn().named(SLICER).orElseThrow();
    var options = new TreeMap<>(provider.options());
    options.put("k", String.valueOf(slices));
    var settings =
        new PolicySettings(
            SearchFamily.published(),
            cap,
            VoGoal.MIN_TIME,
            BudgetReading.MEAN_COSTS,
            this,
            options);
    return new NamedPolicy(SLICER, provider.create(settings));
  }

  @Override
  public Choice choose(ChoiceProblem problem) {
    var choice = published.choose(problem);
    for (int job = 0; job < choice.chosen().size(); job++) {
      long cost = problem.offersByJob().get(job).get(choice.chosen().get(job)).costMilli();
      costMilli += Ticks.ceilDiv(cost, Ticks.MILLI) * Ticks.MILLI; // as for the budget
    }
    budgetMilli += choice.quota();
    return choice;
  }

  /** Returns the cost of the chosen windows as a share of the budgets. */
  double share() {
    return (double) costMilli / budgetMilli;
  }
}
