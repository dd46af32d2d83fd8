package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Thread of an executor: the thread that owns the executor's state, or an auxiliary thread. */
final class ExecutorThread {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorThread.class);
  private static final RepeatedFailures FAILURES = new RepeatedFailures();

  private final ScheduledThreadPoolExecutor thread;

  ExecutorThread(String name) {
    thread = new ScheduledThreadPoolExecutor(1, task -> daemon(task, name));
    thread.setRemoveOnCancelPolicy(true);
  }

  static Thread daemon(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Action that can fail. */
  interface Step {
    void run() throws IOException;
  }

  /** Runs an action on a run; logs a failure, so that other runs are not affected. */
  static void guarded(Run run, Step step) {
    guarded(run.folder(), step);
  }

  /** Runs an action on the run of a folder; logs a failure, so that other runs are not affected. */
  static void guarded(RunFolder run, Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      warn(run, String.valueOf(e.getMessage()));
    }
  }

  /** Logs a failure of the run of a folder, at most once a minute. */
  static void warn(RunFolder run, String message) {
    if (FAILURES.isDue(run.toString(), message, System.nanoTime())) {
      LOG.warn("{}: {}", run, message);
    }
  }

  /** Runs an action on this thread; the stage fails if the action fails. */
  CompletionStage<Void> command(Step step) {
    return answer(
        () -> {
          step.run();
          return null;
        });
  }

  /** Calls a function on this thread. */
  <T> CompletionStage<T> answer(Callable<T> question) {
    var result = new CompletableFuture<T>();
    answer(question, result);
    return result;
  }

  /**
   * Calls a function on this thread.
   *
   * @param result completed on this thread unless the thread is shut down
   */
  <T> void answer(Callable<T> question, CompletableFuture<T> result) {
    try {
      thread.execute(
          () -> {
            try {
              result.complete(question.call());
            } catch (FileSystemException e) {
              result.completeExceptionally(reasonFirst(e));
            } catch (Exception e) {
              result.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException closed) {
      result.completeExceptionally(new IllegalStateException("the executor is closed"));
    }
  }

  /**
   * Returns a copy of an exception whose message begins with the reason, because a long path could
   * push the reason out of a truncated message.
   */
  static IOException reasonFirst(FileSystemException e) {
    var reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    return new IOException("%s: %s".formatted(reason, e.getFile()), e);
  }

  /** Runs a task on this thread; does nothing if the thread is shut down. */
  void later(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException closed) {
      // the next executor of this folder recovers the state
    }
  }

  void after(long nanos, Runnable task) {
    var unused = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  void every(long millis, Runnable task) {
    var unused = thread.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  void shutDown() {
    thread.shutdownNow();
  }

  void awaitEnd() throws InterruptedException {
    var unused = thread.awaitTermination(1, TimeUnit.MINUTES);
  }
}
