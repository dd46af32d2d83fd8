package io.metasched.resource.agent;

/**
 * A node of an agent.
 *
 * <p>Source: the broker-agent paper, section 3.3.
 *
 * @param id unique among the nodes of its agent, at least 0; on equal load the least is taken
 * @param name of the node
 * @param cluster name of the cluster it belongs to
 * @param farm name of the farm that its cluster belongs to
 * @param cpuPower a number that tasks may ask a least value of, at least 0
 * @param memory the same of its memory
 * @param cpuIdle the idle share of its processor when it was described, 0 to 100 per cent; it is
 *     reported, and the table begins with load 0 as in the paper
 */
public record AgentNode(
    int id, String name, String cluster, String farm, int cpuPower, int memory, int cpuIdle) {

  /**
   * @throws IllegalArgumentException for a number out of its range
   */
  public AgentNode {
    if (id < 0 || cpuPower < 0 || memory < 0 || cpuIdle < 0 || cpuIdle > 100) {
      throw new IllegalArgumentException(
          "a node needs an id, a power and a memory of at least 0 and an idle share of 0 to 100, but"
              + " has %d, %d, %d and %d".formatted(id, cpuPower, memory, cpuIdle));
    }
  }

  /** Whether it has what a task asks for. */
  public boolean meets(NodeDemand demand) {
    return cpuPower >= demand.cpuPower() && memory >= demand.memory();
  }
}
