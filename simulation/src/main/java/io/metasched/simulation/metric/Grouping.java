package io.metasched.simulation.metric;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Metrics of the groups of a run, such as one group for each user.
 *
 * @param key its list in summary.json, such as {@code byUser}
 * @param label the field and the column that name a group, such as {@code user}
 * @param groups the groups of a run by their labels, in order
 * @param metrics what is taken from each group
 */
public record Grouping<R, G>(
    String key, String label, Function<R, SortedMap<String, G>> groups, List<Metric<G>> metrics) {
  /** Copies the list. */
  public Grouping {
    metrics = List.copyOf(metrics);
  }
}
