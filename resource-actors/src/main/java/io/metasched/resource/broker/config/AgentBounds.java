package io.metasched.resource.broker.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;

/**
 * Limits of an agent.
 *
 * @param maxLoad maximum load of each node of the agent, 1 to 100 per cent
 * @param maxTasks maximum number of concurrent tasks on each node, at least 1
 * @param cachedReplies number of replies cached for repeated commands, at least 1
 */
public record AgentBounds(int maxLoad, int maxTasks, int cachedReplies) {
  private static final String ROOT = "metasched.resource.agent.";
  private static final String LOAD = "max-load";
  private static final String TASKS = "max-tasks";
  private static final String REPLIES = "cached-replies";

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public AgentBounds {
    require(LOAD, maxLoad, Task.MOST_LOAD);
    require(TASKS, maxTasks, Integer.MAX_VALUE);
    require(REPLIES, cachedReplies, Integer.MAX_VALUE);
  }

  private static void require(String key, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(
          "%s%s must be 1 to %d, but is %d".formatted(ROOT, key, most, value));
    }
  }

  /**
   * Reads the settings under {@code metasched.resource.agent}.
   *
   * @throws IllegalArgumentException if a value is missing or out of range
   */
  public static AgentBounds read(Config config) {
    try {
      return new AgentBounds(
          config.getInt(ROOT + LOAD), config.getInt(ROOT + TASKS), config.getInt(ROOT + REPLIES));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(ROOT + ": " + e.getMessage(), e);
    }
  }

  /** Returns the limits of each node. */
  public TableLimits limits() {
    return new TableLimits(maxLoad, maxTasks);
  }
}
