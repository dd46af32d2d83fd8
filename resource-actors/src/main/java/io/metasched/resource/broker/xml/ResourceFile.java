package io.metasched.resource.broker.xml;

import io.metasched.resource.broker.AgentNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * File of the nodes of one agent, with the tags of the broker-agent paper (section 3.3).
 * docs/cluster.md describes the schema.
 */
public final class ResourceFile {
  private static final String ROOT = "resources";
  private static final String NODE = "resource";
  private static final String ID = "Id";
  private static final String NAME = "NodeName";
  private static final String CLUSTER = "ClusterName";
  private static final String FARM = "FarmName";
  private static final String CPU_POWER = "CPUPower";
  private static final String MEMORY = "Memory";
  private static final String CPU_IDLE = "CPU_idle";
  private static final FieldSet FIELDS =
      new FieldSet(List.of(ID, NAME, CLUSTER, FARM, CPU_POWER, MEMORY, CPU_IDLE), List.of());

  private ResourceFile() {}

  /**
   * Returns the nodes of a file, in the order of the file; at least one.
   *
   * @throws XmlFileException if the file is invalid or too large; the message names the line, what
   *     is allowed and what was given
   */
  public static List<AgentNode> read(Path file, XmlLimits limits) {
    var nodes = new ArrayList<AgentNode>();
    var ids = new TreeSet<Integer>();
    new XmlRecords(file, ROOT, NODE, limits)
        .read(
            FIELDS,
            values -> {
              var node = node(values);
              if (!ids.add(node.id())) {
                throw values.wrong(ID, "not occur twice in a file");
              }
              nodes.add(node);
            });
    if (nodes.isEmpty()) {
      throw new XmlFileException(
          "%s: at least 1 resource is needed, but there is none".formatted(file));
    }
    return nodes;
  }

  private static AgentNode node(XmlRecord values) {
    return new AgentNode(
        values.whole(ID, 0, Integer.MAX_VALUE),
        values.requiredText(NAME),
        values.requiredText(CLUSTER),
        values.requiredText(FARM),
        values.whole(CPU_POWER, 0, Integer.MAX_VALUE),
        values.whole(MEMORY, 0, Integer.MAX_VALUE),
        values.whole(CPU_IDLE, 0, 100));
  }

  /**
   * Writes nodes to a file, so that reading it gives the same nodes.
   *
   * @throws XmlFileException if the file cannot be written, or a name could not be read back
   */
  public static void write(Path file, Collection<AgentNode> nodes) {
    XmlOutput.write(
        file,
        ROOT,
        out -> {
          for (var node : nodes) {
            out.begin(NODE);
            out.field(ID, node.id());
            out.field(NAME, node.name());
            out.field(CLUSTER, node.cluster());
            out.field(FARM, node.farm());
            out.field(CPU_POWER, node.cpuPower());
            out.field(MEMORY, node.memory());
            out.field(CPU_IDLE, node.cpuIdle());
            out.end(NODE);
          }
        });
  }
}
