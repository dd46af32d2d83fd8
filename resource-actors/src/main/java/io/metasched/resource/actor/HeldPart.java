package io.metasched.resource.actor;

import io.metasched.resource.model.Span;

/**
 * What is to be held or booked on one node.
 *
 * @param node the node's id
 * @param span when
 * @param seenVersion the version of the node's list that the plan was made on
 */
public record HeldPart(int node, Span span, long seenVersion) {}
