package io.metasched.resource.broker;

/**
 * Node of an agent.
 *
 * <p>Source: the broker-agent paper, section 3.3.
 *
 * @param id number, unique among the nodes of the agent, at least 0; on equal load, the node with
 *     the lowest number is taken
 * @param name name of the node
 * @param cluster name of its cluster
 * @param farm name of the farm of its cluster
 * @param cpuPower CPU power, at least 0; tasks may require a minimum
 * @param memory memory, at least 0; tasks may require a minimum
 * @param cpuIdle idle share of the processor when the node was described, 0 to 100 per cent; only
 *     reported, because the table begins with load 0, as in the paper
 */
public record AgentNode(
    int id, String name, String cluster, String farm, int cpuPower, int memory, int cpuIdle) {

  /**
   * @throws IllegalArgumentException if a number is out of range
   */
  public AgentNode {
    if (id < 0 || cpuPower < 0 || memory < 0 || cpuIdle < 0 || cpuIdle > 100) {
      throw new IllegalArgumentException(
          "a node needs an id, a power and a memory of at least 0 and an idle share of 0 to 100, but"
              + " has %d, %d, %d and %d".formatted(id, cpuPower, memory, cpuIdle));
    }
  }

  /** Returns whether the node meets the demand of a task. */
  public boolean meets(NodeDemand demand) {
    return cpuPower >= demand.cpuPower() && memory >= demand.memory();
  }
}
