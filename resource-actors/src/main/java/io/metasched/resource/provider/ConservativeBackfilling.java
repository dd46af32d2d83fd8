package io.metasched.resource.provider;

import io.metasched.resource.profile.CapacityProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Conservative backfilling: every waiting job has a reservation at its earliest start that delays
 * no job before it, and starts when that has come.
 *
 * <p>As the queue is re-planned in the order of arrival at each pass, an early completion lets jobs
 * move forward. A plan changes only after an early completion, or where a planned start has passed
 * (passes that come in periods); otherwise a pass plans what has arrived since the last one, which
 * gives the same plan.
 *
 * <p>Source: Mu'alem and Feitelson, IEEE TPDS 12(6), 2001; Feitelson, JSSPP 2005, on compression.
 *
 * <p>Cost: O(n) per new job for n entries of the profile; O(q n) for each re-planning of q jobs.
 */
final class ConservativeBackfilling implements LocalScheduler {

  /** A job and the start it is promised. */
  private record Planned(BatchJob job, long start) {
    static final Comparator<Planned> BY_START =
        Comparator.comparingLong(Planned::start).thenComparing(Planned::job, BatchJob.BY_ARRIVAL);
  }

  private final TreeMap<BatchJob, Planned> plan = new TreeMap<>(BatchJob.BY_ARRIVAL);
  private final TreeSet<Planned> byStart = new TreeSet<>(Planned.BY_START);
  private final List<BatchJob> arrived = new ArrayList<>();
  private final CapacityProfile profile = new CapacityProfile(0, 0);
  private boolean stale = true;

  @Override
  public void submit(BatchJob job) {
    arrived.add(job);
  }

  @Override
  public void ended(RunningJob job, long now) {
    stale |= now < job.limitEnd();
  }

  @Override
  public void pass(Cluster cluster, long now) {
    if (stale || (!byStart.isEmpty() && byStart.first().start() < now)) {
      replan(cluster, now);
    } else {
      profile.forgetBefore(now);
    }
    place(arrived, now);
    arrived.clear();
    while (!byStart.isEmpty() && byStart.first().start() == now) {
      var due = byStart.first();
      byStart.remove(due);
      plan.remove(due.job());
      cluster.start(due.job(), now);
    }
  }

  private void replan(Cluster cluster, long now) {
    profile.reset(now, cluster.free());
    for (var running : cluster.running()) {
      profile.release(running.limitEnd(), Long.MAX_VALUE, running.job().processors());
    }
    var waiting = List.copyOf(plan.keySet());
    plan.clear();
    byStart.clear();
    place(waiting, now);
    stale = false;
  }

  private void place(Collection<BatchJob> jobs, long now) {
    for (var job : jobs) {
      long start = profile.earliestStart(now, job.limitTicks(), job.processors());
      if (start < 0) {
        throw new IllegalArgumentException(
            "job %d needs %d processors, more than there are"
                .formatted(job.number(), job.processors()));
      }
      profile.hold(start, start + job.limitTicks(), job.processors());
      var planned = new Planned(job, start);
      plan.put(job, planned);
      byStart.add(planned);
    }
  }

  @Override
  public int waiting() {
    return plan.size() + arrived.size();
  }
}
