package io.metasched.simulation.kernel;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads for work that is the caller's, and ends with it. */
public final class WorkerThreads {
  private WorkerThreads() {}

  /**
   * A pool of threads that keep no JVM alive.
   *
   * @param name of each thread
   * @param threads how many, at least 1
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
   * What work failed with, to be thrown on the caller's thread.
   *
   * @throws Error where it was one
   */
  public static RuntimeException thrown(ExecutionException failed) {
    var cause = failed.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
