package io.metasched.service.actor;

import java.util.Collection;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Last failures to prepare the parts of a job, until they are ready or over. Part of its actor. */
final class PrepareFailures {
  private static final int MOST_NAMED = 8;

  private final TreeMap<Integer, String> last = new TreeMap<>();

  /** Keeps the reason of a failure in place of the one before. */
  void add(int part, Throwable why) {
    last.put(part, FailedOrders.reason(why));
  }

  /** Forgets the failure of a part. */
  void forget(int part) {
    last.remove(part);
  }

  /** Forgets all failures. */
  void clear() {
    last.clear();
  }

  /**
   * Returns the nodes of the parts that are not ready, each with its failure if there is one: up to
   * eight of them, those with a failure first, and the number of the others.
   *
   * @param nodes the node of each part
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
