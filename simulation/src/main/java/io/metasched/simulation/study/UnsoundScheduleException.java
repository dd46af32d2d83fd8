package io.metasched.simulation.study;

import io.metasched.simulation.rule.Violation;
import java.util.List;

/**
 * Report of a schedule that the independent checker found impossible, so that the experiment's
 * numbers are meaningless.
 */
public final class UnsoundScheduleException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the report with the name of the run, the replication, and the first of the violations.
   *
   * @param violations violations, at least one
   * @param where name of the run
   */
  public UnsoundScheduleException(String where, int replication, List<Violation> violations) {
    super(
        "%s, replication %d: the check found violations, the first: %s"
            .formatted(where, replication, violations.get(0)));
  }
}
