package io.metasched.service.start;

import io.metasched.metascheduler.deployment.config.PortFailure;
import io.metasched.service.run.RunExecutor;
import java.util.function.Supplier;

/** Taking of a port that a run of this machine may have. */
final class PortTaking {
  private static final int TRIES = 4;

  private PortTaking() {}

  /**
   * Returns what has taken a port. Where it is in use, runs that may have it are ended first.
   *
   * @param taking what listens there, or throws
   */
  static <T> T take(RunExecutor runs, int port, Supplier<T> taking) {
    for (int left = TRIES; ; left--) {
      try {
        return taking.get();
      } catch (RuntimeException e) {
        if (left == 1
            || !PortFailure.isInUse(e)
            || !runs.freePort(port).toCompletableFuture().join()) {
          throw e;
        }
      }
    }
  }
}
