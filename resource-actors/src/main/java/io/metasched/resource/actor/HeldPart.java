package io.metasched.resource.actor;

import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Part to be held or booked on one node.
 *
 * @param node id of the node
 * @param span time of the part
 * @param seenVersion version of the node's list on which the plan was made
 */
public record HeldPart(int node, Span span, long seenVersion) {
  /** Returns the nodes of parts. */
  static List<Integer> nodes(List<HeldPart> parts) {
    return parts.stream().map(HeldPart::node).toList();
  }
}
