package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.AgentNode;
import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;

/**
 * Where agents and their nodes come from.
 *
 * @param count how many agents, where none come from files
 * @param nodes how many nodes each of them has
 * @param cpuPower of each node
 * @param memory of each node
 * @param files files of resources, one for each agent, as the user gave them; empty where agents
 *     are generated
 * @param origin where the user gave the files
 */
record AgentTerms(
    int count,
    IntRange nodes,
    IntRange cpuPower,
    IntRange memory,
    List<String> files,
    String origin) {
  private static final int IDLE = 100;

  /** Copies the list. */
  AgentTerms {
    files = List.copyOf(files);
  }

  /** The nodes of each agent; each agent has random numbers of its own. */
  List<List<AgentNode>> generate(Seeds seeds) {
    var agents = new ArrayList<List<AgentNode>>();
    for (int agent = 0; agent < count; agent++) {
      var random = seeds.generator("agent-nodes", agent);
      var mine = new ArrayList<AgentNode>();
      int many = nodes.draw(random);
      for (int node = 0; node < many; node++) {
        mine.add(
            new AgentNode(
                node,
                "node-%d-%d".formatted(agent, node),
                "cluster-" + agent,
                "farm",
                cpuPower.draw(random),
                memory.draw(random),
                IDLE));
      }
      agents.add(mine);
    }
    return agents;
  }
}
