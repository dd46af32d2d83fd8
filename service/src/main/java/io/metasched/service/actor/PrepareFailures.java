package io.metasched.service.actor;

import java.util.Collection;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Last preparation failure of each part of a job, kept until the part is ready or has ended.
 * Confined to its actor.
 */
final class PrepareFailures {
  private static final int MOST_NAMED = 8;

  private final TreeMap<Integer, String> last = new TreeMap<>();

  /** Replaces the failure of a part. */
  void add(int part, Throwable why) {
    last.put(part, FailedOrders.reason(why));
  }

  void forget(int part) {
    last.remove(part);
  }

  void clear() {
    last.clear();
  }

  /**
   * Returns a text with up to eight nodes of parts that are not ready, and the number of the
   * remaining parts. Nodes with a failure come first, each with its failure.
   *
   * @param nodes node of each part
   */
  String words(int parts, Collection<Integer> ready, IntFunction<String> nodes) {
    var missing =
        IntStream.range(0, parts)
            .filter(part -> !ready.contains(part))
            .boxed()
            .sorted((one, other) -> Boolean.compare(last.containsKey(other), last.containsKey(one)))
            .toList();
    int more = missing.size() - MOST_NAMED;
    return missing.stream()
        .limit(MOST_NAMED)
        .map(
            part -> nodes.apply(part) + (last.containsKey(part) ? " (" + last.get(part) + ")" : ""))
        .collect(Collectors.joining(", ", "", more > 0 ? " and %d more".formatted(more) : ""));
  }
}
