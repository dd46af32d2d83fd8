package io.metasched.resource.broker;

import java.util.List;

/**
 * Figures that an agent reports.
 *
 * <p>Source: the broker-agent paper, section 4.
 *
 * @param committed number of committed tasks: the load of the agent
 * @param held number of tasks held for brokers that have not committed them
 * @param nodes figures of the nodes, by id
 */
public record AgentFigures(int committed, int held, List<NodeFigures> nodes) {
  public AgentFigures {
    nodes = List.copyOf(nodes);
  }
}
