package io.metasched.service.site.slurm;

import java.time.Duration;
import java.util.Optional;

/**
 * Behavior of a simulated batch script.
 *
 * @param runtime run time, from its start or, if it waits for signal USR2, from the signal
 * @param exit exit code at its end, 0 to 255
 * @param heedsTerm whether it ends on TERM; otherwise only on KILL
 * @param refusesAfter time after its start at which it ends with exit code 111 unless USR2 has
 *     arrived; empty if it does not wait, so that USR2 kills it
 */
public record FakeBatch(
    Duration runtime, int exit, boolean heedsTerm, Optional<Duration> refusesAfter) {
  /** Exit code of a script that did not receive its start signal in time. */
  public static final int REFUSED = 111;

  /** Returns a script that runs for a time and ends with an exit code. */
  public static FakeBatch of(Duration runtime, int exit) {
    return new FakeBatch(runtime, exit, true, Optional.empty());
  }
}
