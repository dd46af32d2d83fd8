package io.metasched.simulation.kernel;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTables;
import java.util.List;

/**
 * A scenario with all that was read and generated for it, once for all its policies. Immutable.
 *
 * @param <R> the tables of a run
 */
public interface Instance<R extends RunTables> {
  /** Name of the scenario. */
  String name();

  /** The seeds of all its random numbers. */
  Seeds seeds();

  /** Names of the policies, in order, each once. */
  List<String> policies();

  /** What a reader of the results should know, such as what was dropped from a log. */
  List<String> notes();

  /**
   * Begins a run of a policy.
   *
   * @param progress is notified of how far the run has come
   * @throws IllegalArgumentException for a policy that is none of {@link #policies}
   */
  RunModel<?, R> begin(String policy, Progress progress);
}
