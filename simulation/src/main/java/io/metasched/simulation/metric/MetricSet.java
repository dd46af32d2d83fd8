package io.metasched.simulation.metric;

import java.util.List;

/**
 * All metrics of a system. The summary, the tables, the sweep and the checker are made from it.
 *
 * @param ofRuns what is taken from a whole run, in the order of fields and columns
 * @param groupings what is taken from its groups
 */
public record MetricSet<R>(List<Metric<R>> ofRuns, List<Grouping<R, ?>> groupings) {
  /** Copies the lists. */
  public MetricSet {
    ofRuns = List.copyOf(ofRuns);
    groupings = List.copyOf(groupings);
  }
}
