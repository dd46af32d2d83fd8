package io.metasched.metascheduler.alternatives;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Scheduling of one sub-batch: alternatives for each of its jobs, then the best combination of one
 * alternative per job within the VO's limit. Only the chosen windows are taken from the slots.
 *
 * <p>Source: the cyclic scheduling paper, sections 2.3 and 3. A job without an alternative is
 * postponed; the limit is computed for the others.
 */
public final class SliceScheduling {
  private final AlternativeSearch search;
  private final VoGoal goal;
  private final BudgetReading reading;
  private final CombinationChoice choice;

  public SliceScheduling(
      AlternativeSearch search, VoGoal goal, BudgetReading reading, CombinationChoice choice) {
    this.search = search;
    this.goal = goal;
    this.reading = reading;
    this.choice = choice;
  }

  /** Decides on the jobs of a sub-batch and takes their windows from {@code slots}. */
  public List<Decision> schedule(
      CycleSnapshot snapshot, List<Job> slice, SlotView slots, Function<Job, Criterion> by) {
    var alternatives =
        search.gather(slots, slice, snapshot.horizon(), snapshot.granularityTicks(), by);
    var decisions = new ArrayList<Decision>(slice.size());
    var jobs = new ArrayList<Job>();
    var found = new ArrayList<List<Alternative>>();
    for (int i = 0; i < slice.size(); i++) {
      if (alternatives.get(i).isEmpty()) {
        decisions.add(new Decision.Postpone(slice.get(i).id(), PostponeReason.NO_ALTERNATIVE, 0));
      } else {
        jobs.add(slice.get(i));
        found.add(alternatives.get(i));
      }
    }
    if (jobs.isEmpty()) {
      return decisions;
    }
    var chosen = choice.choose(problem(snapshot, jobs, found));
    for (int i = 0; i < jobs.size(); i++) {
      var taken = found.get(i).get(chosen.chosen().get(i));
      slots.subtract(taken.window());
      decisions.add(
          new Decision.Place(
              jobs.get(i).id(),
              taken.window(),
              found.get(i).size(),
              false,
              taken.proven() && chosen.proven()));
    }
    return decisions;
  }

  private ChoiceProblem problem(
      CycleSnapshot snapshot, List<Job> jobs, List<List<Alternative>> found) {
    var offers = new ArrayList<List<AlternativeOffer>>();
    var limits = new ArrayList<Long>();
    long greatestLimit =
        ChoiceProblem.LARGEST_SUM / jobs.size(); // also limits the sum over jobs without a limit
    for (int i = 0; i < jobs.size(); i++) {
      offers.add(
          found.get(i).stream()
              .map(Alternative::window)
              .map(window -> new AlternativeOffer(window.procTimeTicks(), window.costMilli()))
              .toList());
      limits.add(Math.min(jobs.get(i).costLimitMilli(), greatestLimit));
    }
    return new ChoiceProblem(goal, reading, snapshot.granularityTicks(), offers, limits);
  }
}
