package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.stream.Stream;

/**
 * Resources of a run.
 *
 * @param nodes nodes by id
 * @param pricing prices of the owners' slots
 * @param localLoad jobs of the owners' own users
 * @param names names of nodes and domains
 */
public record Environment(
    NodeList nodes, Pricing pricing, LocalWork localLoad, ResourceNames names) {

  /** Creates an environment whose nodes and domains have numbers only. */
  public Environment(List<Node> nodes, Pricing pricing, LocalWork localLoad) {
    this(NodeList.of(nodes), pricing, localLoad, ResourceNames.NONE);
  }

  /** Returns the domain of a node; does not generate the node. */
  public int domainOf(int node) {
    return nodes.domainOf(node);
  }

  /** Returns nodes whose performances, prices and powers enclose those of all nodes. */
  public List<Node> extremes() {
    return nodes.extremes();
  }

  /** Returns strings that are equal in all JVMs with the same nodes and local load. */
  public Stream<String> fingerprint() {
    return Stream.concat(nodes.fingerprint(), Stream.of(localLoad.fingerprint()));
  }
}
