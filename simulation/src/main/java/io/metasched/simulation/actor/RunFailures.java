package io.metasched.simulation.actor;

import io.metasched.metascheduler.actor.Metascheduler.Failed;
import io.metasched.metascheduler.alternatives.GridTooLargeException;

/** What a metascheduler's failure is for whoever called the run: what it is without actors. */
final class RunFailures {
  private RunFailures() {}

  static Throwable of(Failed failed) {
    return switch (failed.failure()) {
      case GRID_TOO_LARGE -> new GridTooLargeException(failed.what());
      case OUT_OF_MEMORY -> new OutOfMemoryError(failed.what());
      case POLICY, DOMAIN_LOST, USER_LOST, ACCOUNTS_DIFFER ->
          new IllegalStateException(failed.what());
    };
  }
}
