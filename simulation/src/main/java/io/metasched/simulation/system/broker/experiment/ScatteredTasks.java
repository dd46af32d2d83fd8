package io.metasched.simulation.system.broker.experiment;

import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Series of random tasks over a period in which {@code count} tasks take half of the nodes'
 * admitted load. The tasks take 5 to 15 minutes, with loads of 5 to 35 per cent.
 */
public final class ScatteredTasks {
  private static final long SECOND = 1000;
  private static final long LEAST_SECONDS = 300;
  private static final long MOST_SECONDS = 900;
  private static final int LEAST_LOAD = 5;
  private static final int MOST_LOAD = 35;
  private static final double SHARE = 0.5;
  private static final double ADMITTED = 85;

  private final RandomGenerator random;
  private final long horizonSeconds;
  private long next;

  /**
   * Creates a series.
   *
   * @param count number of tasks that take half of the nodes
   * @param nodes number of nodes
   * @param firstId id of the first task
   */
  public ScatteredTasks(int count, int nodes, long firstId, RandomGenerator random) {
    this.random = random;
    next = firstId;
    double mean = (LEAST_SECONDS + MOST_SECONDS) / 2.0 * (LEAST_LOAD + MOST_LOAD) / 2.0;
    horizonSeconds = Math.max(1, (long) Math.ceil(count * mean / (nodes * ADMITTED * SHARE)));
  }

  public Task next() {
    long start = random.nextLong(horizonSeconds) * SECOND;
    long length = random.nextLong(LEAST_SECONDS, MOST_SECONDS + 1) * SECOND;
    int load = random.nextInt(LEAST_LOAD, MOST_LOAD + 1);
    return Task.of(next++, Span.of(start, length), load);
  }

  /** Returns the next {@code count} tasks. */
  public List<Task> next(int count) {
    var tasks = new ArrayList<Task>(count);
    for (int i = 0; i < count; i++) {
      tasks.add(next());
    }
    return tasks;
  }

  /** Returns {@code count} equal nodes. */
  public static List<AgentNode> nodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(id -> new AgentNode(id, "node" + id, "cluster", "farm", 1, 1, 100))
        .toList();
  }
}
