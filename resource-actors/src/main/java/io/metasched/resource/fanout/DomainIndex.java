package io.metasched.resource.fanout;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Index of nodes to their domains, which are numbered from 0 as sites, in ascending order.
 * Immutable.
 */
public final class DomainIndex {
  private final List<Node> nodes;
  private final int[] nodeIds;
  private final int[] domains;
  private final int[] nodesOf; // by site
  private final int greatestPerformance;

  /** Creates the index of these nodes. Cost: O(n log n). */
  public DomainIndex(List<Node> nodes) {
    this.nodes = nodes.stream().sorted(Comparator.comparingInt(Node::id)).toList();
    nodeIds = this.nodes.stream().mapToInt(Node::id).toArray();
    domains = nodes.stream().mapToInt(Node::domain).sorted().distinct().toArray();
    nodesOf = new int[domains.length];
    nodes.forEach(node -> nodesOf[siteOf(node)]++);
    greatestPerformance = nodes.stream().mapToInt(Node::performance).max().orElse(1);
  }

  int greatestPerformance() {
    return greatestPerformance;
  }

  int count() {
    return domains.length;
  }

  /** Returns the number of nodes at a site. */
  int nodesOf(int site) {
    return nodesOf[site];
  }

  /** Returns the number by which the domain of a site is addressed. */
  int domain(int site) {
    return domains[site];
  }

  /**
   * Returns the node with the given id.
   *
   * @throws IllegalStateException if there is no such node
   */
  Node node(int id) {
    boolean isPlain = id >= 0 && id < nodeIds.length && nodeIds[id] == id; // the usual case
    int index = isPlain ? id : Arrays.binarySearch(nodeIds, id);
    if (index < 0) {
      throw new IllegalStateException("there is no node " + id);
    }
    return nodes.get(index);
  }

  /**
   * Returns the slots reported by a domain.
   *
   * @throws IllegalStateException if a slot is on a node of another domain
   */
  List<Slot> slots(int site, List<NodeSlot> reported) {
    var slots = new ArrayList<Slot>(reported.size());
    for (var one : reported) {
      var node = node(one.node());
      if (node.domain() != domains[site]) {
        throw new IllegalStateException(
            "domain %d replied with node %d of domain %d"
                .formatted(domains[site], node.id(), node.domain()));
      }
      slots.add(new Slot(node, one.span(), one.priceMilli()));
    }
    return slots;
  }

  int siteOf(Node node) {
    return Arrays.binarySearch(domains, node.domain());
  }
}
