package io.metasched.simulation.experiment;

import io.metasched.simulation.study.Series;
import io.metasched.simulation.translation.CommonMetric;

/**
 * Policy of a system in a comparison of systems.
 *
 * @param system name of the system
 * @param policy name of the policy within the system
 */
record SystemPolicy(String system, String policy) {
  /** Returns the name in charts. */
  String label() {
    return system + " " + policy;
  }

  /** Returns the row for a source of jobs. */
  String row(String source) {
    return source + ": " + label();
  }

  /** Returns the cell of a metric. */
  Series series(String source, CommonMetric metric) {
    return new Series(row(source), metric.key());
  }
}
