package io.metasched.service.run;

import java.time.Duration;
import java.util.Optional;

/**
 * Behavior of a run in a {@link FakeExecutor}.
 *
 * @param readyAfter duration of the preparation
 * @param refusal reason for a refusal, which replaces the run
 * @param forGood whether the refusal is permanent
 * @param lasts duration of the run; empty if the run does not end by itself
 * @param exitStatus exit status
 * @param obeys whether the run ends when it is cancelled
 * @param lost whether the run is lost instead of ending
 * @param output text that the run writes to standard output
 */
public record FakeRun(
    Duration readyAfter,
    Optional<String> refusal,
    boolean forGood,
    Optional<Duration> lasts,
    int exitStatus,
    boolean obeys,
    boolean lost,
    String output) {

  /** Creates a run with a duration and an exit status. */
  public static FakeRun of(Duration lasts, int exitStatus) {
    return new FakeRun(
        Duration.ZERO, Optional.empty(), false, Optional.of(lasts), exitStatus, true, false, "");
  }

  /** Creates a run without duration. */
  public static FakeRun instant() {
    return of(Duration.ZERO, 0);
  }

  /** Creates a run with a slow preparation. */
  public static FakeRun slow(Duration readyAfter) {
    return new FakeRun(
        readyAfter, Optional.empty(), false, Optional.of(Duration.ZERO), 0, true, false, "");
  }

  /** Creates a run that its machine refuses. */
  public static FakeRun failing(String refusal) {
    return refused(refusal, false);
  }

  /** Creates a run that is refused permanently. */
  public static FakeRun impossible(String refusal) {
    return refused(refusal, true);
  }

  private static FakeRun refused(String why, boolean forGood) {
    return new FakeRun(
        Duration.ZERO, Optional.of(why), forGood, Optional.of(Duration.ZERO), 0, true, false, "");
  }

  /** Creates a run that lasts until the end of its window. */
  public static FakeRun hanging() {
    return new FakeRun(
        Duration.ZERO, Optional.empty(), false, Optional.empty(), 0, true, false, "");
  }

  /** Creates a run that is lost after a time. */
  public static FakeRun vanishing(Duration after) {
    return new FakeRun(
        Duration.ZERO, Optional.empty(), false, Optional.of(after), 0, true, true, "");
  }
}
