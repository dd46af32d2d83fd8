package io.metasched.resource.agent;

/**
 * What a task asks of its node. The paper's tasks ask nothing; its nodes have these properties.
 *
 * @param cpuPower the least CPU power, at least 0
 * @param memory the least memory, at least 0
 */
public record NodeDemand(int cpuPower, int memory) {
  /** Any node will do. */
  public static final NodeDemand NONE = new NodeDemand(0, 0);

  /**
   * @throws IllegalArgumentException for a number below 0
   */
  public NodeDemand {
    if (cpuPower < 0 || memory < 0) {
      throw new IllegalArgumentException(
          "a task asks for a power and a memory of at least 0, but for %d and %d"
              .formatted(cpuPower, memory));
    }
  }
}
