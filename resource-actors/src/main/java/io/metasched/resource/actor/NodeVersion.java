package io.metasched.resource.actor;

/**
 * Version of a node's list of vacant time at the time of its offer.
 *
 * @param node id of the node
 * @param version the version
 */
public record NodeVersion(int node, long version) {}
