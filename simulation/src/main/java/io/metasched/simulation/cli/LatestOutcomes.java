package io.metasched.simulation.cli;

import io.metasched.metascheduler.actor.BrokerListener;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.resource.agent.TaskRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What has last come of each task of a broker. A task may be placed again when its agent is lost.
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

  /** How long agents took to get and answer what they were asked to offer, in milliseconds. */
  synchronized long deliveryMillis() {
    return deliveryTicks;
  }

  /** How many tasks an agent has that have not ended by now. */
  synchronized long reservedAt(int agent, long now) {
    return latest.values().stream()
        .filter(TaskOutcome.Placed.class::isInstance)
        .map(outcome -> ((TaskOutcome.Placed) outcome).placement())
        .filter(placed -> placed.agent() == agent && placed.task().span().end() > now)
        .count();
  }

  /** Why tasks that were given up were. */
  synchronized SortedMap<Long, TaskRefusal> unplaced() {
    var reasons = new TreeMap<Long, TaskRefusal>();
    for (var outcome : latest.values()) {
      if (outcome instanceof TaskOutcome.Unplaced unplaced) {
        reasons.put(outcome.task(), unplaced.reason());
      }
    }
    return reasons;
  }

  /** What is new, to be taken. */
  BlockingQueue<List<TaskOutcome>> news() {
    return news;
  }

  /** Takes all that is new. */
  List<TaskOutcome> takeNews() {
    var taken = new ArrayList<List<TaskOutcome>>();
    news.drainTo(taken);
    return taken.stream().flatMap(List::stream).toList();
  }
}
