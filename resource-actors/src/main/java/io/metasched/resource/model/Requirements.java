package io.metasched.resource.model;

import java.util.List;

/**
 * What a node must have for a job to run on it at all.
 *
 * @param leastPerformance least performance, at least 0
 * @param properties properties it must all have, sorted
 */
public record Requirements(int leastPerformance, List<String> properties) {
  /** Any node will do. */
  public static final Requirements NONE = new Requirements(0, List.of());

  public Requirements {
    properties = properties.stream().sorted().distinct().toList();
  }

  public boolean metBy(Node node) {
    return node.performance() >= leastPerformance
        && (properties.isEmpty() || node.properties().containsAll(properties));
  }
}
