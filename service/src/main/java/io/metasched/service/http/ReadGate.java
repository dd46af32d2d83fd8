package io.metasched.service.http;

import io.metasched.service.actor.PlannerListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Gate that delays read-only requests while a cycle is in progress, for at most {@link #MOST}.
 * Otherwise, many readers would slow the cycle down on a machine with few processors. No thread is
 * blocked. Thread-safe.
 */
public final class ReadGate implements PlannerListener {
  /** Longest wait of a reader for the end of a cycle. */
  public static final Duration MOST = Duration.ofMillis(50);

  private final Duration most;
  private volatile CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);

  /** Creates an open gate. */
  public ReadGate() {
    this(MOST);
  }

  /** Creates an open gate with another longest wait. */
  ReadGate(Duration most) {
    this.most = most;
  }

  /** Returns whether readers pass without waiting. */
  boolean isOpen() {
    return opened.isDone();
  }

  /** Runs an action, immediately if the gate is open, otherwise when it opens. */
  void whenOpen(Runnable action, Executor executor) {
    var present = opened;
    if (present.isDone()) {
      action.run();
    } else {
      var unused = present.thenRunAsync(action, executor);
    }
  }

  /** Obtains an answer, immediately if the gate is open, otherwise when it opens. */
  <T> CompletionStage<T> pass(Supplier<CompletionStage<T>> answer, Executor executor) {
    var present = opened;
    return present.isDone()
        ? answer.get()
        : present.thenComposeAsync(open -> answer.get(), executor);
  }

  @Override
  public void cycleBegan() {
    opened.complete(null); // readers that waited for an earlier cycle do not wait again
    opened =
        new CompletableFuture<Void>().completeOnTimeout(null, most.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void cycleEnded() {
    opened.complete(null);
  }
}
