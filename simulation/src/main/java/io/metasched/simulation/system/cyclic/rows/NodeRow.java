package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.Node;

/**
 * Node of the environment.
 *
 * @param node the node with its list price
 * @param leastPriceMilli minimum price that the owner may ask, in 1/1000 of money per unit of time
 * @param name name of the node, or empty
 * @param owner name of its domain, or empty
 */
public record NodeRow(Node node, long leastPriceMilli, String name, String owner) {}
