package io.metasched.simulation.kernel;

import java.util.Optional;

/**
 * A run of one policy as a deterministic model: what is performed next, and what it leaves behind.
 * The engine is a loop over it. Confined to one thread.
 *
 * @param <S> what is performed
 * @param <R> the tables of a run
 */
public interface RunModel<S, R> {
  /** The next step; empty when the run is over. */
  Optional<Due<S>> next();

  /** Performs a step that {@link #next} gave. */
  void perform(S step, long tick);

  /**
   * What the run leaves behind.
   *
   * @param driver name of what drove it, for the title
   * @param version version of the program, for the title
   * @throws IllegalStateException before the run is over
   */
  R tables(String driver, String version);
}
