package io.metasched.service.http;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where windows are searched for those who ask: one thread, so that the planner is not delayed.
 * When too many wait, no more is taken.
 */
final class Searches {
  private static final int MOST_WAITING = 200;
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          work -> {
            var thread = new Thread(work, "searches");
            thread.setDaemon(true);
            return thread;
          });

  Searches() {
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * The outcome of a search.
   *
   * @throws java.util.concurrent.RejectedExecutionException where too many wait
   */
  <T> CompletionStage<T> find(Supplier<T> search) {
    return CompletableFuture.supplyAsync(search, pool);
  }
}
