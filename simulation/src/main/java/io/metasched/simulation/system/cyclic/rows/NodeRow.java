package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.Node;

/**
 * A node of the environment.
 *
 * @param node the node with its list price
 * @param leastPriceMilli least price its owner may ask, in 1/1000 of money per unit of time
 * @param name what it is called, or empty
 * @param owner what its domain is called, or empty
 */
public record NodeRow(Node node, long leastPriceMilli, String name, String owner) {

  /** A node that has a number only. */
  public NodeRow(Node node, long leastPriceMilli) {
    this(node, leastPriceMilli, "", "");
  }
}
