package io.metasched.simulation.kernel;

import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTables;
import java.util.List;
import java.util.Optional;

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
   * What was read and generated, as a table that a user could have written; empty where the system
   * has none of that kind.
   *
   * @param untilTicks time from which on no local jobs are needed; -1 for the end of the run
   * @throws io.metasched.simulation.scenario.UsageException where the end of the run is not known
   *     beforehand
   */
  default Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return Optional.empty();
  }

  /** What its runs by the engine are expected to take; empty where nothing is known of that. */
  default Optional<Expectation> expected() {
    return Optional.empty();
  }

  /**
   * Begins a run of a policy.
   *
   * @param progress is notified of how far the run has come
   * @throws IllegalArgumentException for a policy that is none of {@link #policies}
   */
  RunModel<?, R> begin(String policy, Progress progress);
}
