package io.metasched.simulation.system.broker.rows;

import io.metasched.resource.broker.AgentNode;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import java.util.List;

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
          List.of(
              Column.of("agent", BrokerColumns.ID, "agent of the node", AgentNodeRow::agent),
              Column.of(
                  "node",
                  BrokerColumns.ID,
                  "id of the node, unique for its agent",
                  AgentNodeRow::node),
              Column.of("name", ColumnType.TEXT, "name of the node", AgentNodeRow::name),
              Column.of("cluster", ColumnType.TEXT, "cluster of the node", AgentNodeRow::cluster),
              Column.of("farm", ColumnType.TEXT, "farm of the cluster", AgentNodeRow::farm),
              Column.of("cpuPower", ColumnType.integerFrom(0), "CPU power", AgentNodeRow::cpuPower),
              Column.of("memory", ColumnType.integerFrom(0), "memory", AgentNodeRow::memory),
              Column.of(
                  "cpuIdle",
                  ColumnType.integerFrom(0),
                  "idle share of its processor in per cent, on which nothing depends",
                  AgentNodeRow::cpuIdle)));

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
