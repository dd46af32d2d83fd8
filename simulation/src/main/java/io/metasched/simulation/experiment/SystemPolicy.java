package io.metasched.simulation.experiment;

import io.metasched.simulation.study.Series;
import io.metasched.simulation.translation.CommonMetric;

/**
 * A policy of a system, as a comparison of systems has it.
 *
 * @param system its name
 * @param policy its name in the system
 */
record SystemPolicy(String system, String policy) {
  /** What charts call it. */
  String label() {
    return system + " " + policy;
  }

  /** Its row on a source of jobs. */
  String row(String source) {
    return source + ": " + label();
  }

  /** The cell of a metric. */
  Series series(String source, CommonMetric metric) {
    return new Series(row(source), metric.key());
  }
}
