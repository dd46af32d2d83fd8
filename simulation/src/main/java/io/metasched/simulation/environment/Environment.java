package io.metasched.simulation.environment;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resources of a run.
 *
 * @param nodes by id, which are 0, 1, 2 and so on
 * @param pricing how their owners price slots
 * @param localLoad the owners' own jobs
 * @param names what nodes and domains are called
 */
public record Environment(
    List<Node> nodes, Pricing pricing, LocalWork localLoad, ResourceNames names) {
  public Environment {
    nodes = nodes instanceof GeneratedNodes ? nodes : List.copyOf(nodes);
  }

  /** Resources that have numbers only. */
  public Environment(List<Node> nodes, Pricing pricing, LocalWork localLoad) {
    this(nodes, pricing, localLoad, ResourceNames.NONE);
  }

  /** Returns the domain of a node; does not generate it. */
  public int domainOf(int node) {
    return nodes instanceof GeneratedNodes generated
        ? generated.domainOf(node)
        : nodes.get(node).domain();
  }

  /**
   * Returns nodes between whose performances, prices and powers those of all nodes lie. Costs
   * nothing for generated nodes, which may lie far within.
   */
  public List<Node> extremes() {
    return nodes instanceof GeneratedNodes generated ? generated.extremes() : nodes;
  }

  /** Returns texts that are equal in all JVMs with the same nodes and local load. */
  public Stream<String> fingerprint() {
    var all =
        nodes instanceof GeneratedNodes generated
            ? generated.fingerprint()
            : nodes.stream().map(Node::toString);
    return Stream.concat(all, Stream.of(localLoad.fingerprint()));
  }
}
