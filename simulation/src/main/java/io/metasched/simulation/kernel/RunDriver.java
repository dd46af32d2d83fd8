package io.metasched.simulation.kernel;

import io.metasched.simulation.rows.RunTables;
import java.util.concurrent.CancellationException;

/**
 * Drives the runs of a system, one after the other; closed when no more are to come. All drivers
 * give equal tables but for the title.
 *
 * @param <R> the tables of a run
 */
@FunctionalInterface
public interface RunDriver<R extends RunTables> extends AutoCloseable {
  /**
   * Runs one policy to the end.
   *
   * @param version version of the program, for the title
   * @throws CancellationException when the thread is interrupted
   */
  R run(Instance<R> instance, String policy, String version, Progress progress);

  @Override
  default void close() {}
}
