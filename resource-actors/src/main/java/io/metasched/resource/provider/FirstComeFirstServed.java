package io.metasched.resource.provider;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * First come, first served: jobs start from the head of the queue while they fit. The first job
 * that does not fit blocks all later jobs. Cost: O(1) per job.
 */
final class FirstComeFirstServed implements LocalScheduler {
  private final Shared<Deque<BatchJob>> queue;

  FirstComeFirstServed() {
    this(new Shared<>(new ArrayDeque<>(), ArrayDeque::new));
  }

  private FirstComeFirstServed(Shared<Deque<BatchJob>> queue) {
    this.queue = queue;
  }

  @Override
  public void submit(BatchJob job) {
    queue.write().addLast(job);
  }

  @Override
  public void pass(Cluster cluster, long now) {
    while (!queue.read().isEmpty() && cluster.fits(queue.read().getFirst(), now)) {
      cluster.start(queue.write().removeFirst(), now);
    }
  }

  @Override
  public int waiting() {
    return queue.read().size();
  }

  @Override
  public FirstComeFirstServed copy() {
    return new FirstComeFirstServed(queue.copy());
  }
}
