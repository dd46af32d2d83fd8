package io.metasched.simulation.system.broker;

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
 * @param cpuIdle idle share of its processor in per cent, on which nothing depends
 */
public record NodeRow(
    int agent,
    int node,
    String name,
    String cluster,
    String farm,
    int cpuPower,
    int memory,
    int cpuIdle) {
  /** The file nodes.csv. */
  static final TableFormat<NodeRow> FORMAT =
      TableFormat.ofRecord(
          NodeRow.class,
          "nodes.csv",
          List.of(
              Column.of("agent", BrokerColumns.ID, NodeRow::agent),
              Column.of("node", BrokerColumns.ID, NodeRow::node),
              Column.of("name", ColumnType.TEXT, NodeRow::name),
              Column.of("cluster", ColumnType.TEXT, NodeRow::cluster),
              Column.of("farm", ColumnType.TEXT, NodeRow::farm),
              Column.of("cpuPower", ColumnType.integerFrom(0), NodeRow::cpuPower),
              Column.of("memory", ColumnType.integerFrom(0), NodeRow::memory),
              Column.of("cpuIdle", ColumnType.integerFrom(0), NodeRow::cpuIdle)));

  static NodeRow of(int agent, AgentNode node) {
    return new NodeRow(
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
