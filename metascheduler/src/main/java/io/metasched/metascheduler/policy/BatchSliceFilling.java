package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Batch-slice-filling (BSF): the most important jobs are batch-sliced first; the others are
 * backfilled in the remaining slots, and moved to earlier windows when time is freed.
 *
 * <p>The first sub-batch is the head of the queue, or the most expensive jobs (highest cost limit),
 * or the most demanding ones (greatest nodes x work); of equal jobs, the one earlier in the queue
 * is taken. The jobs of the sub-batch are always sliced in queue order.
 *
 * <p>Source: the cyclic scheduling paper, section 4; the experiments in the paper choose by order
 * and leave the other principles open.
 */
public final class BatchSliceFilling implements SchedulingPolicy {
  static final String BY_ORDER = "order";
  static final String MOST_EXPENSIVE = "most-expensive";
  static final String MOST_DEMANDING = "most-demanding";

  private final int firstJobs;
  private final Comparator<Job> importance;
  private final BatchSlicer slicer;
  private final Backfilling backfilling;

  private BatchSliceFilling(
      int firstJobs, Comparator<Job> importance, BatchSlicer slicer, Backfilling backfilling) {
    this.firstJobs = firstJobs;
    this.importance = importance;
    this.slicer = slicer;
    this.backfilling = backfilling;
  }

  /**
   * Creates BSF with the options {@code n}, the size of the first sub-batch, 0 to 100000; {@code
   * k}, the number of slices of this sub-batch; and {@code first}, the rule that selects its jobs.
   */
  static BatchSliceFilling of(PolicySettings settings) {
    var first = settings.oneOf("first", List.of(BY_ORDER, MOST_EXPENSIVE, MOST_DEMANDING));
    Comparator<Job> importance =
        switch (first) {
          case MOST_EXPENSIVE -> Comparator.comparingLong(Job::costLimitMilli).reversed();
          case MOST_DEMANDING -> Comparator.comparingDouble(BatchSliceFilling::demand).reversed();
          default -> (unusedOne, unusedOther) -> 0; // in queue order, because the sort is stable
        };
    return new BatchSliceFilling(
        settings.whole("n", 0, 100_000),
        importance,
        BatchSlicer.slicing(settings),
        new Backfilling(settings.search()));
  }

  private static double demand(Job job) {
    return (double) job.nodes() * job.work().amount();
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    var slots = snapshot.slots().copy();
    var first = new TreeSet<JobId>();
    snapshot.queue().stream().sorted(importance).limit(firstJobs).forEach(j -> first.add(j.id()));
    var sliced = new ArrayList<Job>();
    var rest = new ArrayList<Job>();
    for (var job : snapshot.queue()) {
      (first.contains(job.id()) ? sliced : rest).add(job);
    }
    var decisions = new ArrayList<Decision>();
    decisions.addAll(slicer.schedule(snapshot, sliced, slots));
    decisions.addAll(backfilling.schedule(snapshot, rest, slots));
    return new Plan(decisions);
  }

  @Override
  public boolean replans() {
    return true;
  }

  @Override
  public Replanning replanning() {
    return backfilling.replanning();
  }

  @Override
  public List<Move> replan(ReplanSnapshot snapshot) {
    return backfilling.replan(snapshot);
  }
}
