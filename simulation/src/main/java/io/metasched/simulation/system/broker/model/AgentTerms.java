package io.metasched.simulation.system.broker.model;

import io.metasched.resource.broker.AgentNode;
import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of the agents and their nodes.
 *
 * @param count number of agents, if none come from files
 * @param nodes number of nodes of each agent
 * @param cpuPower CPU power of each node
 * @param memory memory of each node
 * @param files resource files, one for each agent, as the user gave them; empty if agents are
 *     generated
 * @param origin place where the user gave the files
 */
record AgentTerms(
    int count,
    IntRange nodes,
    IntRange cpuPower,
    IntRange memory,
    List<String> files,
    String origin) {
  private static final int IDLE = 100;

  AgentTerms {
    files = List.copyOf(files);
  }

  /** Generates the nodes of each agent. Each agent has its own stream of random numbers. */
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
