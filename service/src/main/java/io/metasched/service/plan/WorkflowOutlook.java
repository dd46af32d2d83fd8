package io.metasched.service.plan;

import static io.metasched.resource.model.WindowRequest.NO_LIMIT;

import io.metasched.metascheduler.workflow.OverlapLimit;
import io.metasched.metascheduler.workflow.Workflow;
import io.metasched.metascheduler.workflow.WorkflowPlan;
import io.metasched.metascheduler.workflow.WorkflowPolicies;
import io.metasched.metascheduler.workflow.WorkflowSnapshot;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.WorkflowCommands.Wanted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Prospects of a workflow in a state of the book: plans of the whole without the planner. Confined
 * to one thread.
 */
public final class WorkflowOutlook {
  private final BookState state;
  private final CycleSettings settings;
  private final Wanted wanted;
  private final Span horizon;
  private final SlotTable slots;
  private final OverlapLimit limit;

  /**
   * Creates the prospects of a workflow.
   *
   * @param user person who submits the workflow
   * @param tick tick from which the windows may begin, less the lead of the cycles
   */
  public WorkflowOutlook(
      BookState state, Fleet fleet, CycleSettings settings, Wanted wanted, String user, long tick) {
    this.state = state;
    limit = new AccountLoads(state).limit(wanted.spec().account(), user);
    this.settings = settings;
    this.wanted = wanted;
    horizon = new Span(tick + settings.lead().toMillis(), tick + settings.horizon().toMillis());
    slots = Vacancy.of(state, fleet, horizon).table(new OwnersPricing(state, fleet), horizon, tick);
  }

  /**
   * Returns complete plans within all limits and the balance, by their goals: the one that ends
   * first, the cheapest, and one with a budget halfway between their costs. A plan that equals an
   * earlier one is left out; the map is empty if there is no complete plan.
   */
  public Map<String, List<Window>> plans() {
    var spec = wanted.spec();
    long balance = state.account(spec.account()).orElseThrow().balanceMilli();
    long budget = Math.min(balance, spec.budgetMilli().orElse(balance));
    var plans = new LinkedHashMap<String, List<Window>>();
    var soonest = plan("heft", budget, Optional.empty());
    var cheapest = plan("job-by-job", budget, Optional.of(Criterion.COST));
    soonest.ifPresent(plan -> put(plans, "soonest", plan));
    cheapest.ifPresent(plan -> put(plans, "cheapest", plan));
    if (soonest.isPresent() && cheapest.isPresent()) {
      long halfway = (soonest.get().costMilli() + cheapest.get().costMilli()) / 2;
      plan("heft", Math.min(budget, halfway), Optional.empty())
          .ifPresent(plan -> put(plans, "between", plan));
    }
    return plans;
  }

  private static void put(Map<String, List<Window>> plans, String goal, WorkflowPlan plan) {
    var windows = plan.windows().stream().map(Optional::orElseThrow).toList();
    if (!plans.containsValue(windows)) {
      plans.put(goal, windows);
    }
  }

  private Optional<WorkflowPlan> plan(String policy, long budget, Optional<Criterion> criterion) {
    var snapshot =
        new WorkflowSnapshot(
            workflow(budget, criterion), horizon, settings.granularity().toMillis(), slots, limit);
    var plan =
        WorkflowPolicies.named(policy, SearchFamily.exact(settings.searchSteps())).plan(snapshot);
    return Optional.of(plan).filter(WorkflowPlan::isComplete);
  }

  private Workflow workflow(long budget, Optional<Criterion> criterion) {
    var places = new TreeMap<String, Integer>();
    var tasks = new ArrayList<Workflow.Task>();
    var now = state.ticks().instant(horizon.start());
    for (var task : wanted.tasks()) {
      var spec = task.spec();
      var own = spec.withCriterion(criterion.orElse(spec.criterion()));
      var after = new ArrayList<Integer>();
      task.after().keySet().forEach(name -> after.add(Objects.requireNonNull(places.get(name))));
      places.put(task.name(), tasks.size());
      tasks.add(new Workflow.Task(AcceptedSites.job(state, own, tasks.size(), 0, now), after));
    }
    long deadline = wanted.spec().deadline().map(state.ticks()::at).orElse(NO_LIMIT);
    return new Workflow(tasks, budget, deadline);
  }
}
