package io.metasched.service.http;

import io.metasched.service.actor.PlannerListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Holds back what is only read while a cycle is under way, so that many readers do not make it
 * longer on a machine of few processors; but for no longer than {@link #MOST}. Holds no thread.
 * Safe for threads.
 */
public final class ReadGate implements PlannerListener {
  /** How long a reader waits at most for the end of a cycle. */
  public static final Duration MOST = Duration.ofMillis(50);

  private final Duration most;
  private volatile CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);

  /** A gate that is open. */
  public ReadGate() {
    this(MOST);
  }

  /** One that holds back for another time at most. */
  ReadGate(Duration most) {
    this.most = most;
  }

  /** Whether no reader has to wait. */
  boolean isOpen() {
    return opened.isDone();
  }

  /** Runs it at once where the gate is open, and else as soon as it is. */
  void whenOpen(Runnable action, Executor executor) {
    var present = opened;
    if (present.isDone()) {
      action.run();
    } else {
      var unused = present.thenRunAsync(action, executor);
    }
  }

  /** Answers at once where the gate is open, and else as soon as it is. */
  <T> CompletionStage<T> pass(Supplier<CompletionStage<T>> answer, Executor executor) {
    var present = opened;
    return present.isDone()
        ? answer.get()
        : present.thenComposeAsync(open -> answer.get(), executor);
  }

  @Override
  public void cycleBegan() {
    opened.complete(null); // who waited for an earlier cycle waits for no other
    opened =
        new CompletableFuture<Void>().completeOnTimeout(null, most.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void cycleEnded() {
    opened.complete(null);
  }
}
