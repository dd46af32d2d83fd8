package io.metasched.simulation.study;

import io.metasched.simulation.rule.Violation;
import java.util.List;

/** The independent checker found a schedule impossible: the experiment's numbers mean nothing. */
public final class UnsoundScheduleException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Says what was run, in which replication, and the first of the violations.
   *
   * @param violations at least one
   */
  public UnsoundScheduleException(String where, int replication, List<Violation> violations) {
    super(
        "%s, replication %d: the check found violations, the first: %s"
            .formatted(where, replication, violations.get(0)));
  }
}
