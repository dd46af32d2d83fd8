package io.metasched.resource.actor;

import io.metasched.resource.model.Node;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.NodeEvent;
import io.metasched.resource.owner.NodeTimeline;
import io.metasched.resource.pricing.Pricing;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Nodes of a domain with their prices and local load. Nodes are found by their ids, and by the
 * names of their owners among the children of the domain. Immutable.
 */
final class OwnedNodes {
  private static final String PREFIX = "node-";

  private final List<Node> list;
  private final Node[] byId;
  private final Pricing pricing;
  private final LocalPlan localPlan;

  /**
   * @param list the nodes, with distinct ids
   * @param localPlan their local load
   */
  OwnedNodes(List<Node> list, Pricing pricing, LocalPlan localPlan) {
    Require.distinct(list.stream().map(Node::id).toList());
    this.list = List.copyOf(list);
    byId = list.toArray(new Node[0]);
    Arrays.sort(byId, Comparator.comparingInt(Node::id));
    this.pricing = pricing;
    this.localPlan = localPlan;
  }

  /** Returns the name of the owner of a node. */
  static String ownerName(Node node) {
    return PREFIX + node.id();
  }

  /** Returns the node whose owner has this name. */
  Node ownedBy(String name) {
    return node(Integer.parseInt(name.substring(PREFIX.length())));
  }

  /** Returns the node with this id, which must belong to the domain. */
  Node node(int id) {
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

  /** Returns all nodes, in the given order. */
  List<Node> list() {
    return list;
  }

  /** Returns the number of ticks that the owners open at a time. */
  long blockTicks() {
    return localPlan.blockTicks();
  }

  /** Returns whether a slot once offered keeps its price. */
  boolean pricesAreSteady() {
    return pricing.isSteady();
  }

  /** Returns the timeline of a node from its beginning. */
  NodeTimeline timeline(Node node) {
    return new NodeTimeline(node, pricing, localPlan);
  }

  /**
   * Returns the timeline of a node from a snapshot; {@code events} receives the changes of its
   * book.
   */
  NodeTimeline timeline(Node node, NodeTimeline.Snapshot from, Consumer<NodeEvent> events) {
    return new NodeTimeline(node, pricing, localPlan, from, events);
  }
}
