package io.metasched.resource.actor;

/**
 * The version of a node's list of vacant time when it was offered.
 *
 * @param node the node's id
 * @param version the version
 */
public record NodeVersion(int node, long version) {}
