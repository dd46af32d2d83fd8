package io.metasched.simulation.kernel;

import io.metasched.simulation.rows.RunTables;
import java.util.concurrent.CancellationException;

/**
 * Driver of the runs of a system, one after another; closed after the last run. All drivers produce
 * equal tables, except for the title.
 *
 * @param <R> tables of a run
 */
@FunctionalInterface
public interface RunDriver<R extends RunTables> extends AutoCloseable {
  /**
   * Runs one policy to the end.
   *
   * @param version version of the program, for the title
   * @throws CancellationException if the thread is interrupted
   */
  R run(Instance<R> instance, String policy, String version, Progress progress);

  @Override
  default void close() {}
}
