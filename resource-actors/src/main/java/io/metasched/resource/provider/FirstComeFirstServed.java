package io.metasched.resource.provider;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * First come, first served: jobs start from the head of the queue while they fit; the first that
 * does not blocks all behind it. Cost: O(1) per job.
 */
final class FirstComeFirstServed implements LocalScheduler {
  private final Deque<BatchJob> queue = new ArrayDeque<>();

  @Override
  public void submit(BatchJob job) {
    queue.addLast(job);
  }

  @Override
  public void pass(Cluster cluster, long now) {
    while (!queue.isEmpty() && cluster.fits(queue.getFirst(), now)) {
      cluster.start(queue.removeFirst(), now);
    }
  }

  @Override
  public int waiting() {
    return queue.size();
  }
}
