package io.metasched.resource.fanout;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Which node lies with which domain; the domains are numbered from 0 in their order. Immutable. */
public final class DomainIndex {
  private final List<Node> nodes;
  private final int[] nodeIds;
  private final int[] domains;
  private final int[] nodesOf; // by site
  private final int greatestPerformance;

  /** The sites of these nodes. Cost: O(n log n). */
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

  /** How many nodes there are at a site. */
  int nodesOf(int site) {
    return nodesOf[site];
  }

  /** The number by which a domain is asked. */
  int domain(int site) {
    return domains[site];
  }

  /**
   * The node of that id.
   *
   * @throws IllegalStateException when there is none
   */
  Node node(int id) {
    boolean isPlain = id >= 0 && id < nodeIds.length && nodeIds[id] == id; // as it mostly is
    int index = isPlain ? id : Arrays.binarySearch(nodeIds, id);
    if (index < 0) {
      throw new IllegalStateException("there is no node " + id);
    }
    return nodes.get(index);
  }

  /**
   * The slots of a reply of a domain.
   *
   * @throws IllegalStateException when one is of no node that lies with the domain
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
