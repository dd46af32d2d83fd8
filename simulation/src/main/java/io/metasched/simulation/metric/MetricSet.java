package io.metasched.simulation.metric;

import java.util.List;

/**
 * All metrics of a system, from which the summary, the tables, the sweep and the checker are
 * generated.
 *
 * @param ofRuns metrics of a whole run, in the order of fields and columns
 * @param groupings metrics of its groups
 */
public record MetricSet<R>(List<Metric<R>> ofRuns, List<Grouping<R, ?>> groupings) {
  public MetricSet {
    ofRuns = List.copyOf(ofRuns);
    groupings = List.copyOf(groupings);
  }
}
