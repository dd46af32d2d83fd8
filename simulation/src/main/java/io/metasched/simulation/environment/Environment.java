package io.metasched.simulation.environment;

import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.List;

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
    nodes = List.copyOf(nodes);
  }

  /** Resources that have numbers only. */
  public Environment(List<Node> nodes, Pricing pricing, LocalWork localLoad) {
    this(nodes, pricing, localLoad, ResourceNames.NONE);
  }
}
