package io.metasched.simulation.kernel;

import java.util.Optional;

/**
 * Run of one policy as a deterministic model, with its next step and its resulting tables. The
 * engine is a loop over it. Confined to one thread.
 *
 * @param <S> type of the steps
 * @param <R> tables of a run
 */
public interface RunModel<S, R> {
  /** Returns the next step; empty if the run is over. */
  Optional<Due<S>> next();

  /** Performs a step returned by {@link #next}. */
  void perform(S step, long tick);

  /**
   * Returns the tables of the run.
   *
   * @param driver name of the driver, for the title
   * @param version version of the program, for the title
   * @throws IllegalStateException before the run is over
   */
  R tables(String driver, String version);
}
