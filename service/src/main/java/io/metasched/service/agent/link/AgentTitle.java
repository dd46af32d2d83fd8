package io.metasched.service.agent.link;

import java.util.List;

/**
 * How an agent introduces itself.
 *
 * @param id of its folder, drawn once: a restarted agent has the same, another agent another
 * @param domain whose machine it is on
 * @param nodes what it offers
 * @param isolation by which means it keeps runs apart, in one line
 * @param weaknesses what is weaker there than it could be, a line each
 */
public record AgentTitle(
    String id, String domain, List<OfferedNode> nodes, String isolation, List<String> weaknesses) {
  public AgentTitle {
    nodes = List.copyOf(nodes);
    weaknesses = List.copyOf(weaknesses);
  }
}
