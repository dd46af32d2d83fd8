package io.metasched.simulation.run;

import io.metasched.simulation.kernel.WorkerThreads;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Parallel execution of one piece of work per name, on several threads. At most {@code threads}
 * results are in memory: a piece of work begins only after the result of the piece {@code threads}
 * positions earlier has been taken.
 *
 * @param names names of the pieces of work, in order
 * @param threads number of threads, at least 1; with 1, the work runs on the caller's thread
 */
record SideBySide(List<String> names, int threads) {
  private static final long SECONDS_TO_LOOK_AGAIN = 1;

  /**
   * Executes the work. After a failure, no other piece begins, and all pieces have ended when the
   * method returns.
   *
   * @param work function of a name; interrupted when another piece has failed
   * @param taken receives the results on the caller's thread, in the order of the names
   * @throws CancellationException if the caller's thread is interrupted
   */
  <T> void run(Function<String, T> work, Consumer<T> taken) {
    if (Math.min(threads, names.size()) <= 1) {
      names.forEach(name -> taken.accept(work.apply(name)));
      return;
    }
    var pool = WorkerThreads.pool("run", Math.min(threads, names.size()));
    try {
      var begun = new ArrayDeque<Future<T>>();
      int next = 0;
      while (next < names.size() || !begun.isEmpty()) {
        while (next < names.size() && begun.size() < threads) {
          var name = names.get(next++);
          begun.add(pool.submit(() -> work.apply(name)));
        }
        taken.accept(begun.remove().get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw WorkerThreads.thrown(e);
    } finally {
      pool.shutdownNow();
      awaitEnd(pool);
    }
  }

  /** Waits until no thread uses the objects that the caller is going to close. */
  private static void awaitEnd(ExecutorService pool) {
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = pool.awaitTermination(SECONDS_TO_LOOK_AGAIN, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
