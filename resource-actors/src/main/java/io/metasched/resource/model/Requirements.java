package io.metasched.resource.model;

import java.util.List;

/**
 * What a node must have for a job to run on it at all.
 *
 * @param leastPerformance least performance, at least 0
 * @param properties what its {@link Properties} must all meet, sorted: {@code ssd}, {@code
 *     memory>=64}
 */
public record Requirements(int leastPerformance, List<String> properties) {
  /** Any node will do. */
  public static final Requirements NONE = new Requirements(0, List.of());

  public Requirements {
    properties = properties.stream().sorted().distinct().toList();
  }

  /** Whether a job that asks for this may run on a node. */
  public boolean metBy(Node node) {
    if (node.performance() < leastPerformance) {
      return false;
    }
    for (var demand : properties) {
      if (!Properties.meet(node.properties(), demand)) {
        return false;
      }
    }
    return true;
  }
}
