package io.metasched.resource.provider;

import io.metasched.resource.profile.CapacityProfile;
import io.metasched.resource.profile.FreeCapacity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Conservative backfilling: every waiting job is promised the earliest start that delays no earlier
 * job and no reservation, and starts at that time.
 *
 * <p>The result is as if each pass replanned the queue in the order of arrival, so that jobs start
 * earlier after an early completion. Plans change only after an early completion, or if a planned
 * start has passed (passes at intervals). Otherwise, a pass plans only the jobs that arrived since
 * the last pass, which yields the same plan.
 *
 * <p>If all jobs run to their limits and no reservation is made meanwhile, a job starts at the time
 * promised on arrival, or earlier. Reservations respect running jobs only. A reservation that
 * conflicts with the plan causes the queue to be replanned; any other reservation leaves all
 * promises unchanged. After replanning, as after an early completion, a job may start later than
 * promised. The head is an exception: only a reservation can delay it.
 *
 * <p>Source: Mu'alem and Feitelson, IEEE TPDS 12(6), 2001; Feitelson, JSSPP 2005, on compression.
 * Departure: the sources have no reservations; their treatment is an addition.
 *
 * <p>Cost: a search and a hold per new job and per reservation, each O(log n) for n entries of the
 * profile, if the search passes few of them. Each replanning costs the same amount per waiting job.
 */
final class ConservativeBackfilling implements LocalScheduler {

  /** Job with its promised start. */
  private record Planned(BatchJob job, long start) {
    static final Comparator<Planned> BY_START =
        Comparator.comparingLong(Planned::start).thenComparing(Planned::job, BatchJob.BY_ARRIVAL);
  }

  private final Shared<TreeSet<BatchJob>> planned;
  private final Shared<TreeSet<Planned>> byStart;
  private final List<BatchJob> arrived;
  private final Shared<TreeSet<Reservation>> reserved;
  private final CapacityProfile profile;
  private boolean stale = true;

  ConservativeBackfilling() {
    planned = new Shared<>(new TreeSet<>(BatchJob.BY_ARRIVAL), TreeSet::new);
    byStart = new Shared<>(new TreeSet<>(Planned.BY_START), TreeSet::new);
    arrived = new ArrayList<>();
    reserved = new Shared<>(new TreeSet<>(Reservation.BY_START), TreeSet::new);
    profile = new CapacityProfile(0, 0);
  }

  private ConservativeBackfilling(ConservativeBackfilling from) {
    planned = from.planned.copy();
    byStart = from.byStart.copy();
    arrived = new ArrayList<>(from.arrived);
    reserved = from.reserved.copy();
    profile = from.profile.copy();
    stale = from.stale;
  }

  /**
   * Returns false: starts are promised to the tick, which is impossible in slots of a fixed length.
   */
  @Override
  public boolean worksInFixedSlots() {
    return false;
  }

  @Override
  public void submit(BatchJob job) {
    arrived.add(job);
  }

  @Override
  public void reserved(Reservation reservation) {
    reserved.write().add(reservation);
    int processors = reservation.request().processors();
    long start = reservation.startTick();
    long length = reservation.endTick() - start;
    // all other plans that remain possible remain the earliest ones
    if (stale || profile.earliestStart(start, length, processors, start) != start) {
      stale = true;
    } else {
      profile.hold(start, reservation.endTick(), processors);
    }
  }

  @Override
  public void withdrawn(Reservation reservation) {
    reserved.write().remove(reservation);
    stale = true;
  }

  @Override
  public void ended(RunningJob job, long now) {
    stale |= now < job.limitEnd();
  }

  @Override
  public void pass(Cluster cluster, long now) {
    if (stale || hasPlanned(now - 1)) {
      replan(cluster, now);
    } else {
      profile.forgetBefore(now);
    }
    for (var job : arrived) {
      place(job, cluster, now);
      planned.write().add(job);
    }
    arrived.clear();
    while (hasPlanned(now)) {
      var due = Objects.requireNonNull(byStart.write().pollFirst());
      planned.write().remove(due.job());
      cluster.start(due.job(), now);
    }
  }

  /** Returns whether a job is planned to start at or before {@code tick}. */
  private boolean hasPlanned(long tick) {
    var starts = byStart.read();
    return !starts.isEmpty() && starts.first().start() <= tick;
  }

  private void replan(Cluster cluster, long now) {
    profile.reset(now, cluster.free());
    for (var running : cluster.running()) {
      profile.release(running.limitEnd(), Long.MAX_VALUE, running.job().processors());
    }
    while (!reserved.read().isEmpty() && reserved.read().first().startTick() <= now) {
      reserved.write().pollFirst(); // it has begun, and is or was one of the running jobs
    }
    for (var held : reserved.read()) {
      profile.hold(held.startTick(), held.endTick(), held.request().processors());
    }
    byStart.write().clear();
    for (var job : planned.read()) {
      place(job, cluster, now);
    }
    stale = false;
  }

  private void place(BatchJob job, Cluster cluster, long now) {
    long start = profile.earliestStart(now, job.limitTicks(), job.processors());
    if (start == FreeCapacity.NEVER) {
      throw new IllegalArgumentException(
          "job %d needs %d processors, more than there are"
              .formatted(job.number(), job.processors()));
    }
    profile.hold(start, start + job.limitTicks(), job.processors());
    byStart.write().add(new Planned(job, start));
    cluster.promise(job, start, now);
  }

  @Override
  public int waiting() {
    return planned.read().size() + arrived.size();
  }

  @Override
  public @Nullable BatchJob head() {
    if (!planned.read().isEmpty()) {
      return planned.read().first();
    }
    return arrived.isEmpty() ? null : arrived.get(0);
  }

  @Override
  public boolean promisesStarts() {
    return true;
  }

  @Override
  public ConservativeBackfilling copy() {
    return new ConservativeBackfilling(this);
  }
}
