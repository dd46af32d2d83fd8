package io.metasched.simulation.kernel;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads for work on behalf of a caller, and the failures of that work. */
public final class WorkerThreads {
  private WorkerThreads() {}

  /**
   * Creates a pool of daemon threads.
   *
   * @param name name of each thread
   * @param threads number of threads, at least 1
   */
  public static ExecutorService pool(String name, int threads) {
    return Executors.newFixedThreadPool(
        threads,
        work -> {
          var thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Returns the exception with which work failed, to be thrown on the caller's thread.
   *
   * @throws Error if the failure was an error
   */
  public static RuntimeException thrown(ExecutionException failed) {
    var cause = failed.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
