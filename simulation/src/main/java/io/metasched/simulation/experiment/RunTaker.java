package io.metasched.simulation.experiment;

import io.metasched.simulation.rows.RunTables;

/**
 * Receiver of the runs of one replication: point by point, and policy by policy at each point.
 *
 * @param <P> type of the points
 * @param <R> tables of a run
 */
@FunctionalInterface
public interface RunTaker<P extends ScenarioPoint, R extends RunTables> {
  /** Receives a run that passed the checker. */
  void take(P point, String policy, R run);

  /** Called after the last run. */
  default void end() {}
}
