package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.Field.field;

import io.metasched.resource.broker.AgentNode;
import io.metasched.simulation.rows.TableFormat;

/**
 * Node of an agent.
 *
 * @param agent number of the agent
 * @param node id of the node, unique for its agent
 * @param name name of the node
 * @param cluster name of its cluster
 * @param farm name of the cluster's farm
 * @param cpuPower CPU power of the node
 * @param memory memory of the node
 * @param cpuIdle idle share of its processor in per cent; informational only
 */
public record AgentNodeRow(
    int agent,
    int node,
    String name,
    String cluster,
    String farm,
    int cpuPower,
    int memory,
    int cpuIdle) {
  /** Format of nodes.csv. */
  static final TableFormat<AgentNodeRow> FORMAT =
      TableFormat.ofRecord(
          AgentNodeRow.class,
          "nodes.csv",
          field("agent", BrokerColumns.ID, "agent of the node"),
          field("node", BrokerColumns.ID, "id of the node, unique for its agent"),
          field("name", TEXT, "name of the node"),
          field("cluster", TEXT, "cluster of the node"),
          field("farm", TEXT, "farm of the cluster"),
          field("cpuPower", integerFrom(0), "CPU power"),
          field("memory", integerFrom(0), "memory"),
          field(
              "cpuIdle",
              integerFrom(0),
              "idle share of its processor in per cent, on which nothing depends"));

  public static AgentNodeRow of(int agent, AgentNode node) {
    return new AgentNodeRow(
        agent,
        node.id(),
        node.name(),
        node.cluster(),
        node.farm(),
        node.cpuPower(),
        node.memory(),
        node.cpuIdle());
  }
}
