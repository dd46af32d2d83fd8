package io.metasched.simulation.translation;

import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import java.util.List;

/**
 * How a system takes the common jobs, and what came of them there.
 *
 * @param <R> the tables of a run
 */
public interface Translation<R extends RunTables> {
  /** The system. */
  SimulatedSystem<R> system();

  /** What rows call it. */
  default String name() {
    return system().kind();
  }

  /** Its policies, one run for each. */
  List<String> policies();

  /** Whether a job may have processors of several sites at once. */
  boolean crossesSites();

  /**
   * The common jobs as the system has jobs.
   *
   * @throws IllegalArgumentException where the system cannot have these sites
   */
  Instance<R> instance(CommonWorkload workload);

  /** What came of each job, in the order of the workload. */
  List<CommonOutcome> outcomes(CommonWorkload workload, R run);
}
