package io.metasched.resource.provider;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * EASY backfilling: only the head of the queue is promised a start.
 *
 * <p>Jobs start from the head while they fit. The first job that does not fit is promised the
 * shadow time, the earliest time at which enough processors are free according to the limits of the
 * running jobs. A later job starts now if it fits and meets one of two conditions: its limit is not
 * after the shadow time, or it needs no more than the extra processors, which the promise leaves
 * free.
 *
 * <p>With reservations, the shadow time is the earliest start at which the head can run to its
 * limit without interruption by a reservation. A later job must then leave room for the head and
 * for every reservation. With a pass after each event, the head starts no later than any shadow
 * time since the last reservation was made: started jobs leave the head's span free, and limits are
 * never exceeded. A new reservation may delay the head, because reservations respect running jobs
 * only. If passes run at intervals, and thus possibly after the shadow time, the head may miss a
 * gap between reservations.
 *
 * <p>Source: Lifka, The ANL/IBM SP scheduling system, JSSPP 1995; Mu'alem and Feitelson, IEEE TPDS
 * 12(6), 2001. Candidates are tried in the order of arrival, or in the order of their limits,
 * shortest first.
 *
 * <p>Departure: the sources have no reservations; their treatment is an addition.
 *
 * <p>Cost: per pass one {@link HeadReservation}, and one search of {@link WaitingJobs} per job
 * started. With reservations, also one search and one check of the commitments per job that waits
 * only because of them.
 */
final class EasyBackfilling implements LocalScheduler {
  private final WaitingJobs arrivals;
  private final WaitingJobs candidates;
  private final boolean isOrderedTwice;

  EasyBackfilling(Comparator<BatchJob> candidateOrder) {
    arrivals = new WaitingJobs(BatchJob.BY_ARRIVAL);
    isOrderedTwice = !candidateOrder.equals(BatchJob.BY_ARRIVAL);
    candidates = isOrderedTwice ? new WaitingJobs(candidateOrder) : arrivals;
  }

  private EasyBackfilling(EasyBackfilling from) {
    arrivals = from.arrivals.copy();
    isOrderedTwice = from.isOrderedTwice;
    candidates = isOrderedTwice ? from.candidates.copy() : arrivals;
  }

  @Override
  public void submit(BatchJob job) {
    arrivals.add(job);
    if (isOrderedTwice) {
      candidates.add(job);
    }
  }

  @Override
  public void pass(Cluster cluster, long now) {
    var head = arrivals.first();
    while (head != null && cluster.fits(head, now)) {
      start(head, cluster, now);
      head = arrivals.first();
    }
    if (head != null && cluster.free() > 0) {
      backfill(head, cluster, now);
    }
  }

  private void backfill(BatchJob head, Cluster cluster, long now) {
    var promise = HeadReservation.of(head, cluster, now);
    cluster.promise(head, promise.shadowTick(), now);
    int extra = promise.extra();
    long within = promise.shadowTick() - now;
    var job = candidates.nextBackfill(null, cluster.free(), extra, within);
    while (job != null) {
      // a job found by the index leaves room for the head, but perhaps not for reservations
      if (cluster.fits(job, now)) {
        start(job, cluster, now);
        if (job.limitTicks() > within) {
          extra -= job.processors();
        }
      }
      job = candidates.nextBackfill(job, cluster.free(), extra, within);
    }
    promise.withdraw(cluster);
  }

  private void start(BatchJob job, Cluster cluster, long now) {
    arrivals.remove(job);
    if (isOrderedTwice) {
      candidates.remove(job);
    }
    cluster.start(job, now);
  }

  @Override
  public int waiting() {
    return arrivals.size();
  }

  @Override
  public @Nullable BatchJob head() {
    return arrivals.first();
  }

  @Override
  public boolean promisesStarts() {
    return true;
  }

  @Override
  public boolean backfillsByArrival() {
    return !isOrderedTwice;
  }

  @Override
  public EasyBackfilling copy() {
    return new EasyBackfilling(this);
  }
}
