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

/** A thread of an executor: the one to which its state belongs, or one beside it. */
final class ExecutorThread {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorThread.class);

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

  /** Something that can fail. */
  interface Step {
    void run() throws IOException;
  }

  /** Does something on a run; where it fails, that has no consequence for others. */
  static void guarded(Run run, Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: {}", run.folder(), String.valueOf(e.getMessage()));
    }
  }

  /** Does something on the thread; where it fails, so does the stage. */
  CompletionStage<Void> command(Step step) {
    return answer(
        () -> {
          step.run();
          return null;
        });
  }

  /** Answers something on the thread. */
  <T> CompletionStage<T> answer(Callable<T> question) {
    var result = new CompletableFuture<T>();
    answer(question, result);
    return result;
  }

  /**
   * Answers something on the thread.
   *
   * @param result is completed on the thread, too, unless it is shut down
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

  /** A long path must not hide what is wrong with it. */
  private static IOException reasonFirst(FileSystemException e) {
    var reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    return new IOException("%s: %s".formatted(reason, e.getFile()), e);
  }

  /** Does something on the thread; nothing where it is shut down. */
  void later(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException closed) {
      // the next executor of this folder sees what has become of it
    }
  }

  /** The same after a time. */
  void after(long nanos, Runnable task) {
    var unused = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  /** The same again and again. */
  void every(long millis, Runnable task) {
    var unused = thread.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Does nothing more. */
  void shutDown() {
    thread.shutdownNow();
  }

  void awaitEnd() throws InterruptedException {
    var unused = thread.awaitTermination(1, TimeUnit.MINUTES);
  }
}
