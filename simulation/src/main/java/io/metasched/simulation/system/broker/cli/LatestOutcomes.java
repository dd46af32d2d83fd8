package io.metasched.simulation.system.broker.cli;

import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.actor.BrokerListener;
import io.metasched.resource.broker.TaskRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Latest outcome of each task of a broker. A task may be placed again if its agent is lost.
 * Thread-safe.
 */
final class LatestOutcomes implements BrokerListener {
  private final TreeMap<Long, TaskOutcome> latest = new TreeMap<>();
  private final BlockingQueue<List<TaskOutcome>> news = new LinkedBlockingQueue<>();
  private long deliveryTicks;

  @Override
  public void reached(List<TaskOutcome> outcomes) {
    synchronized (this) {
      outcomes.forEach(outcome -> latest.put(outcome.task(), outcome));
    }
    news.add(outcomes);
  }

  @Override
  public synchronized void delivered(long ticks) {
    deliveryTicks += ticks;
  }

  /**
   * Returns the time until agents had received and answered the requests for offers, in
   * milliseconds.
   */
  synchronized long deliveryMillis() {
    return deliveryTicks;
  }

  /** Returns the number of tasks at an agent that have not ended at {@code now}. */
  synchronized long reservedAt(int agent, long now) {
    return latest.values().stream()
        .filter(TaskOutcome.Placed.class::isInstance)
        .map(outcome -> ((TaskOutcome.Placed) outcome).placement())
        .filter(placed -> placed.agent() == agent && placed.task().span().end() > now)
        .count();
  }

  /** Returns the reasons why tasks could not be placed, by task. */
  synchronized SortedMap<Long, TaskRefusal> unplaced() {
    var reasons = new TreeMap<Long, TaskRefusal>();
    for (var outcome : latest.values()) {
      if (outcome instanceof TaskOutcome.Unplaced unplaced) {
        reasons.put(outcome.task(), unplaced.reason());
      }
    }
    return reasons;
  }

  /** Returns the queue of outcomes that have not been taken yet. */
  BlockingQueue<List<TaskOutcome>> news() {
    return news;
  }

  /** Removes and returns all outcomes that have not been taken yet. */
  List<TaskOutcome> takeNews() {
    var taken = new ArrayList<List<TaskOutcome>>();
    news.drainTo(taken);
    return taken.stream().flatMap(List::stream).toList();
  }
}
