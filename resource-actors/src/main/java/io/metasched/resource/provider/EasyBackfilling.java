package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * EASY backfilling: only the head of the queue has a reservation.
 *
 * <p>Jobs start from the head while they fit. The first that does not is promised the shadow time,
 * the earliest instant at which by the running jobs' limits enough processors are free. A job
 * behind it starts now if it fits and either ends by its limit no later than the shadow time, or
 * needs no more than the extra processors, those that the promise leaves free.
 *
 * <p>Source: Lifka, The ANL/IBM SP scheduling system, JSSPP 1995; Mu'alem and Feitelson, IEEE TPDS
 * 12(6), 2001. Candidates come in the order of arrival, or shortest limit first.
 *
 * <p>Cost: per pass O(r) for the shadow time with r running jobs, and one search of {@link
 * WaitingJobs} per job started.
 */
final class EasyBackfilling implements LocalScheduler {
  private final WaitingJobs arrivals = new WaitingJobs(BatchJob.BY_ARRIVAL);
  private final WaitingJobs candidates;
  private final boolean isOrderedTwice;

  EasyBackfilling(Comparator<BatchJob> candidateOrder) {
    isOrderedTwice = !candidateOrder.equals(BatchJob.BY_ARRIVAL);
    candidates = isOrderedTwice ? new WaitingJobs(candidateOrder) : arrivals;
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
    while (head != null && head.processors() <= cluster.free()) {
      start(head, cluster, now);
      head = arrivals.first();
    }
    if (head != null && cluster.free() > 0) {
      backfill(head, cluster, now);
    }
  }

  private void backfill(BatchJob head, Cluster cluster, long now) {
    long shadow = now;
    int freeThen = cluster.free();
    for (var running : cluster.running()) {
      if (freeThen >= head.processors() && running.limitEnd() > shadow) {
        break;
      }
      shadow = running.limitEnd();
      freeThen += running.job().processors();
    }
    int extra = freeThen - head.processors();
    long within = shadow - now;
    var job = candidates.nextBackfill(null, cluster.free(), extra, within);
    while (job != null) {
      start(job, cluster, now);
      if (job.limitTicks() > within) {
        extra -= job.processors();
      }
      job = candidates.nextBackfill(job, cluster.free(), extra, within);
    }
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
}
