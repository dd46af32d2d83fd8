package io.metasched.resource.broker;

/**
 * Demand of a task on its node. The paper's tasks have no demands; its nodes have these properties.
 *
 * @param cpuPower minimum CPU power, at least 0
 * @param memory minimum memory, at least 0
 */
public record NodeDemand(int cpuPower, int memory) {
  /** Demand that every node meets. */
  public static final NodeDemand NONE = new NodeDemand(0, 0);

  /**
   * @throws IllegalArgumentException if a number is below 0
   */
  public NodeDemand {
    if (cpuPower < 0 || memory < 0) {
      throw new IllegalArgumentException(
          "power and memory of a task must be at least 0, but are %d and %d"
              .formatted(cpuPower, memory));
    }
  }
}
