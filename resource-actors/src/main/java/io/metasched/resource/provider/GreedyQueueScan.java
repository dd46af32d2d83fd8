package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * Greedy scan of the waiting jobs in a given order, which starts all jobs that fit now and promises
 * nothing to the others. Orders: arrival (first fit), largest size first, shortest job first.
 *
 * <p>Cost: O(log n) per submission and per job started, regardless of the length of the queue. With
 * reservations, also one check of the commitments for each waiting job whose size fits.
 */
final class GreedyQueueScan implements LocalScheduler {
  private final WaitingJobs queue;

  GreedyQueueScan(Comparator<BatchJob> order) {
    this(new WaitingJobs(order));
  }

  private GreedyQueueScan(WaitingJobs queue) {
    this.queue = queue;
  }

  @Override
  public void submit(BatchJob job) {
    queue.add(job);
  }

  @Override
  public void pass(Cluster cluster, long now) {
    var job = queue.next(null, cluster.free());
    while (job != null) {
      if (cluster.fits(job, now)) {
        queue.remove(job);
        cluster.start(job, now);
      }
      job = queue.next(job, cluster.free());
    }
  }

  @Override
  public int waiting() {
    return queue.size();
  }

  @Override
  public GreedyQueueScan copy() {
    return new GreedyQueueScan(queue.copy());
  }
}
