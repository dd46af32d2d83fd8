package io.metasched.service.start;

import io.metasched.metascheduler.deployment.config.PortFailure;
import io.metasched.service.run.RunExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Binding of a port that a run of this machine may use. */
final class PortTaking {
  private static final int TRIES = 30;
  private static final long BETWEEN_TRIES = 100_000_000; // in ns; a process takes some time to end

  private PortTaking() {}

  /**
   * Binds a port and returns the result. If the port is in use, runs that may use it are ended
   * first.
   *
   * @param taking action that binds the port, or throws
   */
  static <T> T take(RunExecutor runs, int port, Supplier<T> taking) {
    boolean areEnding = false;
    for (int left = TRIES; ; left--) {
      try {
        return taking.get();
      } catch (RuntimeException e) {
        if (left == 1 || !PortFailure.isInUse(e)) {
          throw e;
        }
        areEnding |= runs.freePort(port).toCompletableFuture().join();
        if (!areEnding) {
          throw e;
        }
        LockSupport.parkNanos(BETWEEN_TRIES);
      }
    }
  }
}
