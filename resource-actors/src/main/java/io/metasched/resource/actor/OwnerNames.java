package io.metasched.resource.actor;

import io.metasched.resource.model.Node;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The names of the owners of some nodes, as actors, and whose owner each name stands for. */
final class OwnerNames {
  private static final String PREFIX = "node-";

  private final Node[] byId;

  /**
   * @param nodes with distinct ids
   */
  OwnerNames(List<Node> nodes) {
    byId = nodes.toArray(new Node[0]);
    Arrays.sort(byId, Comparator.comparingInt(Node::id));
  }

  /** The name of the owner of a node. */
  static String of(Node node) {
    return PREFIX + node.id();
  }

  /** The node whose owner has this name. */
  Node node(String name) {
    int id = Integer.parseInt(name.substring(PREFIX.length()));
    int from = 0;
    int to = byId.length - 1;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (byId[middle].id() < id) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return byId[from];
  }
}
