package io.metasched.simulation.system.cyclic.actor;

import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Failed;

/**
 * Conversion of the failure of a metascheduler to the exception that the caller would get in a run
 * without actors.
 */
public final class RunFailures {
  private RunFailures() {}

  public static Throwable of(Failed failed) {
    return switch (failed.failure()) {
      case GRID_TOO_LARGE -> new GridTooLargeException(failed.what());
      case OUT_OF_MEMORY -> new OutOfMemoryError(failed.what());
      case POLICY, DOMAIN_LOST, USER_LOST, ACCOUNTS_DIFFER ->
          new IllegalStateException(failed.what());
    };
  }
}
