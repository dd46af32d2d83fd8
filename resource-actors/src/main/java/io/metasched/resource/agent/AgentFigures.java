package io.metasched.resource.agent;

import java.util.List;

/**
 * What is reported of an agent.
 *
 * <p>Source: the broker-agent paper, section 4.
 *
 * @param committed how many tasks it has reserved for good: the load of the agent
 * @param held how many it holds for brokers that have not committed them
 * @param nodes by id
 */
public record AgentFigures(int committed, int held, List<NodeFigures> nodes) {
  /** Copies the list. */
  public AgentFigures {
    nodes = List.copyOf(nodes);
  }
}
