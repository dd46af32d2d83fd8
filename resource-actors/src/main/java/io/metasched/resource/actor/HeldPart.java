package io.metasched.resource.actor;

import io.metasched.resource.model.Span;

/**
 * Part to be held or booked on one node.
 *
 * @param node id of the node
 * @param span time of the part
 * @param seenVersion version of the node's list on which the plan was made
 */
public record HeldPart(int node, Span span, long seenVersion) {}
