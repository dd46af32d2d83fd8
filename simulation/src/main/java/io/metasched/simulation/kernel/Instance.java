package io.metasched.simulation.kernel;

import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTables;
import java.util.List;
import java.util.Optional;

/**
 * Scenario with all data read and generated for it, once for all its policies. Immutable.
 *
 * @param <R> tables of a run
 */
public interface Instance<R extends RunTables> {
  /** Returns the name of the scenario. */
  String name();

  /** Returns the seeds of all its random numbers. */
  Seeds seeds();

  /** Returns the names of the policies, in order, each once. */
  List<String> policies();

  /** Returns remarks for a reader of the results, such as jobs dropped from a log. */
  List<String> notes();

  /**
   * Returns the data read and generated, in the form in which users write it; empty if the system
   * has no table of that kind.
   *
   * @param untilTicks tick from which no more local jobs are needed; -1 for the end of the run
   * @throws io.metasched.simulation.scenario.UsageException if the end of the run is not known in
   *     advance
   */
  default Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return Optional.empty();
  }

  /** Returns the expected resources of its runs by the engine; empty if nothing is known. */
  default Optional<Expectation> expected() {
    return Optional.empty();
  }

  /**
   * Begins a run of a policy.
   *
   * @param progress receives the progress of the run
   * @throws IllegalArgumentException if the policy is none of {@link #policies}
   */
  RunModel<?, R> begin(String policy, Progress progress);
}
