package io.metasched.simulation.metric;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Metrics of the groups of a run, such as one group for each user.
 *
 * @param key name of the list in summary.json, such as {@code byUser}
 * @param label field and column that name a group, such as {@code user}
 * @param groups groups of a run by their labels, in order
 * @param metrics metrics of each group
 * @param processorTime keys of the metrics whose product is the processor time of a group, if the
 *     busiest groups are shown first; otherwise empty
 */
public record Grouping<R, G>(
    String key,
    String label,
    Function<R, SortedMap<String, G>> groups,
    List<Metric<G>> metrics,
    List<String> processorTime) {
  public Grouping {
    metrics = List.copyOf(metrics);
    processorTime = List.copyOf(processorTime);
  }

  /** Creates a grouping that is shown in the order of its labels. */
  public Grouping(
      String key, String label, Function<R, SortedMap<String, G>> groups, List<Metric<G>> metrics) {
    this(key, label, groups, metrics, List.of());
  }
}
