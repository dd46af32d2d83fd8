package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.alternatives.AlternativeSearch;
import io.metasched.metascheduler.alternatives.SliceScheduling;
import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Batch-slicer and, as its special case, the cyclic scheduling scheme (CSS).
 *
 * <p>The batch is divided into k contiguous sub-batches in priority order, with sizes as equal as
 * possible. Each sub-batch is scheduled in the slots of the whole horizon that remain after the
 * earlier ones: alternatives by each user's criterion, then the best combination for the VO. CSS
 * has one sub-batch, with first-fit alternatives for all jobs.
 *
 * <p>Source: the cyclic scheduling paper, sections 2.3 (CSS) and 3 (batch-slicer).
 *
 * <p>Cost: up to (cap + 1) window searches per job, plus the choice in each sub-batch.
 */
public final class BatchSlicer implements SchedulingPolicy {
  private final int slices;
  private final SliceScheduling scheduling;
  private final Function<Job, Criterion> criterionOf;

  private BatchSlicer(int slices, PolicySettings settings, Function<Job, Criterion> criterionOf) {
    this.slices = slices;
    this.criterionOf = criterionOf;
    scheduling =
        new SliceScheduling(
            new AlternativeSearch(settings.search(), settings.alternativesCap()),
            settings.goal(),
            settings.reading(),
            settings.choice());
  }

  /** Creates CSS: the whole batch at once, first-fit alternatives. */
  static BatchSlicer css(PolicySettings settings) {
    return new BatchSlicer(1, settings, job -> Criterion.START);
  }

  /** Creates a batch-slicer with the option {@code k}, the number of sub-batches, 1 to 1000. */
  static BatchSlicer slicing(PolicySettings settings) {
    return new BatchSlicer(settings.whole("k", 1, 1000), settings, Job::criterion);
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    return new Plan(schedule(snapshot, snapshot.queue(), snapshot.slots().copy()));
  }

  /** Decides on the jobs and takes their windows from {@code slots}. */
  List<Decision> schedule(CycleSnapshot snapshot, List<Job> jobs, SlotView slots) {
    var decisions = new ArrayList<Decision>(jobs.size());
    for (var slice : slices(jobs)) {
      decisions.addAll(scheduling.schedule(snapshot, slice, slots, criterionOf));
    }
    return decisions;
  }

  /** Divides jobs into sub-batches and keeps the order of the jobs. */
  <J> List<List<J>> slices(List<J> jobs) {
    var cut = new ArrayList<List<J>>();
    int count = Math.min(slices, jobs.size());
    for (int i = 0; i < count; i++) {
      cut.add(jobs.subList(i * jobs.size() / count, (i + 1) * jobs.size() / count));
    }
    return cut;
  }

  /** Returns the criterion to minimize for a job's alternatives. */
  Criterion criterionOf(Job job) {
    return criterionOf.apply(job);
  }
}
