package io.metasched.resource.model;

import java.util.List;

/**
 * Hard requirements of a job on each of its nodes.
 *
 * @param leastPerformance minimum performance, at least 0
 * @param properties demands on the node's {@link Properties}, all of which must be met, sorted:
 *     {@code ssd}, {@code memory>=64}
 */
public record Requirements(int leastPerformance, List<String> properties) {
  /** Requirements that every node meets. */
  public static final Requirements NONE = new Requirements(0, List.of());

  public Requirements {
    properties = properties.stream().sorted().distinct().toList();
  }

  /** Returns whether {@code node} meets the requirements. */
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
