package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Late binding: a queue as on a cluster, in the market of windows.
 *
 * <p>Jobs with deadlines come first, in the order of their deadlines, and are booked at once,
 * however late their windows are. All other jobs are backfilled in queue order in the remaining
 * slots. A job whose window begins later than {@code ahead} is not booked: it stays in the queue,
 * and the next cycle searches for its window again. Distant time therefore stays vacant for later
 * jobs with deadlines, as on clusters whose queues promise nothing. Booked jobs are moved to
 * earlier windows when time is freed.
 *
 * <p>A job that is not booked yet still keeps its place: within a cycle, no later job takes its
 * window, so that only jobs with deadlines can delay it.
 *
 * <p>Source: this project, from the comparison of all systems (docs/experiments.md).
 *
 * <p>Cost: one earliest-start search per job of the queue and cycle.
 */
public final class LateBinding implements SchedulingPolicy {
  static final String AHEAD = "ahead";
  private static final int MOST_AHEAD = 100_000_000;

  private final long aheadTicks;
  private final Backfilling backfilling;

  private LateBinding(long aheadTicks, Backfilling backfilling) {
    this.aheadTicks = aheadTicks;
    this.backfilling = backfilling;
  }

  /** Creates late binding with the option {@code ahead}, from 0 to 100000000 units of time. */
  static LateBinding of(PolicySettings settings) {
    long ahead = settings.whole(AHEAD, 0, MOST_AHEAD);
    return new LateBinding(ahead * Ticks.PER_UNIT, new Backfilling(settings.search()));
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    var urgent = new ArrayList<Job>();
    var others = new ArrayList<Job>();
    for (var job : snapshot.queue()) {
      (job.deadlineTick() == WindowRequest.NO_LIMIT ? others : urgent).add(job);
    }
    urgent.sort(
        Comparator.comparingLong(Job::deadlineTick)); // stable: equal jobs stay in queue order
    var slots = snapshot.slots().copy();
    var decisions = new ArrayList<>(backfilling.schedule(snapshot, urgent, slots));
    long last = snapshot.horizon().start() + aheadTicks;
    for (var decision : backfilling.schedule(snapshot, others, slots)) {
      decisions.add(lateBound(decision, last));
    }
    return new Plan(decisions);
  }

  private static Decision lateBound(Decision decision, long last) {
    return decision instanceof Decision.Place place && place.window().start() > last
        ? new Decision.Postpone(place.job(), PostponeReason.NOT_YET, place.alternatives())
        : decision;
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
