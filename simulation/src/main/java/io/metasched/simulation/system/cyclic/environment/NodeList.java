package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Node;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.stream.Stream;

/** Nodes of a run by id; ids are 0, 1, 2 and so on. Unmodifiable. */
public abstract class NodeList extends AbstractList<Node> implements RandomAccess {

  /** Returns a list of these nodes. */
  public static NodeList of(List<Node> nodes) {
    if (nodes instanceof NodeList known) {
      return known;
    }
    var all = List.copyOf(nodes);
    return new NodeList() {
      @Override
      public Node get(int id) {
        return all.get(id);
      }

      @Override
      public int size() {
        return all.size();
      }
    };
  }

  /** Returns the domain of a node; does not generate the node. */
  public int domainOf(int id) {
    return get(id).domain();
  }

  /**
   * Returns nodes whose performances, prices and powers enclose those of all nodes. Costs nothing
   * for generated nodes, whose values may all lie far inside these bounds.
   */
  public List<Node> extremes() {
    return this;
  }

  /** Returns strings that are equal in all JVMs with the same nodes. */
  public Stream<String> fingerprint() {
    return stream().map(Node::toString);
  }
}
