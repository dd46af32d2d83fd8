package io.metasched.service.fake;

import java.time.Duration;
import java.util.Optional;

/**
 * Behavior of a simulated batch script.
 *
 * @param runtime run time, from the start of the script or, if the script waits for signal USR2,
 *     from this signal
 * @param exit exit code at the end of the script, 0 to 255
 * @param heedsTerm whether the script ends on TERM; otherwise, it ends only on KILL
 * @param refusesAfter time after the start at which the script ends with exit code 111 unless USR2
 *     has arrived; empty if the script does not wait, so that USR2 kills it
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
