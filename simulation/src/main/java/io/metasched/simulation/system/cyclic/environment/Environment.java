package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.stream.Stream;

/**
 * Resources of a run.
 *
 * @param nodes nodes by id; ids are 0, 1, 2 and so on
 * @param pricing prices of the owners' slots
 * @param localLoad jobs of the owners' own users
 * @param names names of nodes and domains
 */
public record Environment(
    List<Node> nodes, Pricing pricing, LocalWork localLoad, ResourceNames names) {
  public Environment {
    nodes = nodes instanceof GeneratedNodes ? nodes : List.copyOf(nodes);
  }

  /** Creates an environment whose nodes and domains have numbers only. */
  public Environment(List<Node> nodes, Pricing pricing, LocalWork localLoad) {
    this(nodes, pricing, localLoad, ResourceNames.NONE);
  }

  /** Returns the domain of a node; does not generate the node. */
  public int domainOf(int node) {
    return nodes instanceof GeneratedNodes generated
        ? generated.domainOf(node)
        : nodes.get(node).domain();
  }

  /**
   * Returns nodes whose performances, prices and powers enclose those of all nodes. Costs nothing
   * for generated nodes, whose values may all lie far inside these bounds.
   */
  public List<Node> extremes() {
    return nodes instanceof GeneratedNodes generated ? generated.extremes() : nodes;
  }

  /** Returns strings that are equal in all JVMs with the same nodes and local load. */
  public Stream<String> fingerprint() {
    var all =
        nodes instanceof GeneratedNodes generated
            ? generated.fingerprint()
            : nodes.stream().map(Node::toString);
    return Stream.concat(all, Stream.of(localLoad.fingerprint()));
  }
}
