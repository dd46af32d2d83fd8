package io.metasched.simulation.experiment;

import io.metasched.simulation.rows.RunTables;

/**
 * Takes the runs of one replication: point by point, the policies of each in their order.
 *
 * @param <P> the points
 * @param <R> the tables of a run
 */
@FunctionalInterface
public interface RunTaker<P extends ScenarioPoint, R extends RunTables> {
  /** Takes a run that the checker found sound. */
  void take(P point, String policy, R run);

  /** Is called behind the last run. */
  default void end() {}
}
