package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Detection of silent members that ignores pauses of this JVM and a busy machine. */
final class PauseAwareFailureDetectorTest {
  private long nanos = 7;
  private double perCore = 1;
  private final RunningTime time = new RunningTime(() -> nanos, () -> perCore);
  private final PauseAwareFailureDetector detector =
      new PauseAwareFailureDetector(
          ConfigFactory.parseString(
              "heartbeat-interval = 1s, acceptable-heartbeat-pause = 4s, most-extension = 4"),
          time);

  /** Runs the JVM for {@code seconds} seconds, with one check per second. */
  private boolean lookFor(int seconds) {
    for (int second = 0; second < seconds; second++) {
      run(1);
      if (!detector.isAvailable()) {
        return false;
      }
    }
    return true;
  }

  private void run(int seconds) {
    for (int tick = 0; tick < 10 * seconds; tick++) {
      nanos += TimeUnit.MILLISECONDS.toNanos(100);
      time.tick();
    }
  }

  private void standStill(int seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
    time.tick();
  }

  @Test
  void aNodeWithoutAHeartbeatIsNotMissed() {
    assertThat(lookFor(100)).isTrue();
    assertThat(detector.isMonitoring()).isFalse();
  }

  @Test
  void aMemberIsMissedAfterTheAcceptablePause() {
    detector.heartbeat();

    assertThat(detector.isMonitoring()).isTrue();
    assertThat(lookFor(5)).isTrue();
    assertThat(lookFor(1)).isFalse();

    detector.heartbeat();
    assertThat(detector.isAvailable()).isTrue();
  }

  @Test
  void timeInWhichThisJvmStoodStillIsNotHeldAgainstOthers() {
    detector.heartbeat();
    standStill(60);

    assertThat(detector.isAvailable()).isTrue();
    assertThat(lookFor(4)).isTrue();
  }

  @Test
  void timeInWhichNobodyLookedIsNotHeldAgainstOthers() {
    detector.heartbeat();
    run(60);

    assertThat(detector.isAvailable()).isTrue();
  }

  @Test
  void onABusyMachineAMemberMayBeSilentForLongerUpToALimit() {
    perCore = 12;
    run(5);
    detector.heartbeat();
    assertThat(lookFor(15)).isTrue();
    assertThat(lookFor(1)).isFalse();

    perCore = 1000;
    run(5);
    detector.heartbeat();
    assertThat(lookFor(20)).isTrue();
    assertThat(lookFor(1)).isFalse();
  }

  @Test
  void aBusyMachineIsReportedWithoutAPauseThatWasNone() {
    perCore = 16;
    run(100);

    assertThat(time.problem()).hasValue("the machine was too busy: 16 threads for each core");
  }

  @Test
  void problemsOfTheMachineAreReported() {
    run(100);
    assertThat(time.problem()).isEmpty();
    assertThat(time.slowdown()).isEqualTo(1);

    standStill(30);
    assertThat(time.problem()).hasValue("the machine was too busy: this JVM was paused for 29 s");
    assertThat(time.slowdown()).isGreaterThan(1.5);

    perCore = 12.4;
    run(5);
    assertThat(time.problem()).get().asString().endsWith("29 s, 12 threads for each core");

    perCore = -1; // unknown
    run(200);
    assertThat(time.slowdown()).isBetween(1.0, 1.01);
  }
}
