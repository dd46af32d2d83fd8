package io.metasched.simulation.translation;

import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import java.util.List;

/**
 * Translation of the common jobs to a system, and of the system's results to outcomes of the jobs.
 *
 * @param <R> tables of a run
 */
public interface Translation<R extends RunTables> {
  SimulatedSystem<R> system();

  /** Returns the name in rows. */
  default String name() {
    return system().kind();
  }

  /** Returns the policies of the system, one run for each. */
  List<String> policies();

  /**
   * Returns whether a job may use processors of several sites simultaneously, which is the default.
   */
  default boolean crossesSites() {
    return true;
  }

  /**
   * Returns the common jobs in the form of the system.
   *
   * @throws IllegalArgumentException if the system cannot have these sites
   */
  Instance<R> instance(CommonWorkload workload);

  /** Returns the outcome of each job, in the order of the workload. */
  List<CommonOutcome> outcomes(CommonWorkload workload, R run);
}
