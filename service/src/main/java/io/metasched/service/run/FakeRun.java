package io.metasched.service.run;

import java.time.Duration;
import java.util.Optional;

/**
 * What a run of a {@link FakeExecutor} does.
 *
 * @param readyAfter how long it takes to prepare
 * @param refusal why it is refused instead
 * @param forGood whether it is refused for good
 * @param lasts how long it takes; empty for a run that does not end by itself
 * @param exitStatus what it ends with
 * @param obeys whether it ends when it is cancelled
 * @param lost whether it vanishes instead of ending
 * @param output what it writes to standard output
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

  /** A run that takes so long and ends with this status. */
  public static FakeRun of(Duration lasts, int exitStatus) {
    return new FakeRun(
        Duration.ZERO, Optional.empty(), false, Optional.of(lasts), exitStatus, true, false, "");
  }

  /** A run that takes no time at all. */
  public static FakeRun instant() {
    return of(Duration.ZERO, 0);
  }

  /** A run whose machine is slow to prepare it. */
  public static FakeRun slow(Duration readyAfter) {
    return new FakeRun(
        readyAfter, Optional.empty(), false, Optional.of(Duration.ZERO), 0, true, false, "");
  }

  /** A run that its machine refuses. */
  public static FakeRun failing(String refusal) {
    return refused(refusal, false);
  }

  /** A run that no machine will ever prepare. */
  public static FakeRun impossible(String refusal) {
    return refused(refusal, true);
  }

  private static FakeRun refused(String why, boolean forGood) {
    return new FakeRun(
        Duration.ZERO, Optional.of(why), forGood, Optional.of(Duration.ZERO), 0, true, false, "");
  }

  /** A run that ends when its window does. */
  public static FakeRun hanging() {
    return new FakeRun(
        Duration.ZERO, Optional.empty(), false, Optional.empty(), 0, true, false, "");
  }

  /** A run that vanishes after a time. */
  public static FakeRun vanishing(Duration after) {
    return new FakeRun(
        Duration.ZERO, Optional.empty(), false, Optional.of(after), 0, true, true, "");
  }
}
