package io.metasched.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Requirements on each node.
 *
 * @param performance least performance
 * @param properties properties, or comparisons of their values: {@code ssd}, {@code memory>=64}
 * @param node name of the node
 * @param domain domain of the nodes
 */
@RequestBuilder
public record Requires(
    OptionalInt performance,
    List<String> properties,
    Optional<String> node,
    Optional<String> domain) {}
