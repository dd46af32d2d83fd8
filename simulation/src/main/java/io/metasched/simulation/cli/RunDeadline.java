package io.metasched.simulation.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Deadline for the progress of a run over several JVMs. It expires if nothing was done for {@code
 * limit}, regardless of the cause: an actor, another JVM, the journal or a thread. It depends only
 * on its own thread. Thread-safe.
 */
final class RunDeadline implements AutoCloseable {
  private final Duration limit;
  private final LongSupplier runningNanos;
  private final CountDownLatch closed = new CountDownLatch(1);
  private long last;
  private String doing;

  /**
   * Starts watching.
   *
   * @param limit longest time without a sign of progress
   * @param runningNanos clock that stops while this JVM does not run
   * @param doing description of the first activity, such as "the JVMs were starting"
   * @param expired receives the error line when the deadline expires
   */
  static RunDeadline watch(
      Duration limit, LongSupplier runningNanos, String doing, Consumer<String> expired) {
    var deadline = new RunDeadline(limit, runningNanos, doing);
    var thread = new Thread(() -> deadline.await(expired), "run-deadline");
    thread.setDaemon(true);
    thread.start();
    return deadline;
  }

  private RunDeadline(Duration limit, LongSupplier runningNanos, String doing) {
    this.limit = limit;
    this.runningNanos = runningNanos;
    this.doing = doing;
    last = runningNanos.getAsLong();
  }

  /**
   * Records progress.
   *
   * @param next description of the next activity
   */
  synchronized void progress(String next) {
    doing = next;
    last = runningNanos.getAsLong();
  }

  private void await(Consumer<String> expired) {
    long pause = Math.max(1, Math.min(1000, limit.toMillis() / 4));
    try {
      while (!closed.await(pause, TimeUnit.MILLISECONDS)) {
        if (isExpired()) {
          expired.accept(line());
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isExpired() {
    return runningNanos.getAsLong() - last > limit.toNanos();
  }

  private synchronized String line() {
    return ("the run failed: no progress for %d s while %s; if this can take longer, raise"
            + " metasched.deployment.progress-timeout (conf/cluster.conf)")
        .formatted(limit.toSeconds(), doing);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
