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
 * Work of the same kind for several names, on several threads. No more results than threads are in
 * memory: a piece of work begins when the result of the one so many places ahead is taken.
 *
 * @param names what there is work for, in order
 * @param threads on how many threads, at least 1; with one it is the caller's
 */
record SideBySide(List<String> names, int threads) {
  private static final long SECONDS_TO_LOOK_AGAIN = 1;

  /**
   * Does the work. Once a piece has failed no other is begun, and none goes on when this returns.
   *
   * @param work is interrupted when another piece has failed
   * @param taken gets the results on the caller's thread, in the order of the names
   * @throws CancellationException when the caller's thread is interrupted
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

  /** Waits until nothing uses what the caller is going to close. */
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
