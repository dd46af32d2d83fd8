package io.metasched.simulation.driver.cluster.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.deployment.config.MemberRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Faults, timed by a manual clock, on fake JVMs that record the calls. */
final class FaultsTest {
  private final List<String> done = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final LiveMembers liveMembers = LiveMembers.of(3);
  private long nowMillis;

  @Test
  void aFaultStrikesOnceInTheFirstPolicyThatGetsSoFar() {
    var faults = faults("kill:owners:after-cycle=1");

    faults.cycleOver("css", 0);
    assertThat(done).isEmpty();
    faults.cycleOver("css", 1);
    faults.cycleOver("css", 1);
    faults.cycleOver("fcfs", 1);

    assertThat(done).containsExactly("kill 3");
    assertThat(events).containsExactly("fault kill:owners:after-cycle=1 hits JVM 3");
  }

  @Test
  void eachKillTakesTheHighestThatIsLeft() {
    var faults =
        faults(
            "kill:owners:after-cycle=2",
            "kill:owners:after-cycle=1",
            "loss:owners:after-cycle=2,for=1s");

    faults.cycleOver("css", 1);
    faults.cycleOver("css", 2);

    assertThat(done).containsExactly("kill 3", "kill 2", "lose messages of 1 for 1000 ms");
  }

  @Test
  void aPausedJvmIsResumedAfterItsTime() {
    var faults = faults("pause:metascheduler:after-cycle=0,for=2s");

    faults.cycleOver("css", 0);
    assertThat(done).containsExactly("pause 2", "in 2000 ms");
    later.forEach(Runnable::run);

    assertThat(done).endsWith("resume 2");
  }

  @Test
  void itIsMeasuredWhenAFaultIsNoticedAndWhenTheNextCycleIsTaken() {
    var faults = faults("kill:owners:after-cycle=1");
    faults.cycleOver("css", 1);

    nowMillis = 40;
    faults.cycleOver("css", 1);
    faults.unreachable(1);
    nowMillis = 3000;
    faults.unreachable(3);
    nowMillis = 4000;
    faults.unreachable(3);
    nowMillis = 9000;
    faults.cycleOver("css", 2);
    nowMillis = 9900;
    faults.cycleOver("css", 3);

    assertThat(proxies(faults))
        .containsExactly(
            "Fault kill:owners:after-cycle=1: hit JVM 3, noticed after 3.0 s, recovered after"
                + " 9.0 s");
  }

  @Test
  void afterTheLastCycleTheFirstOfTheNextPolicyCounts() {
    var faults = faults("pause:owners:after-cycle=9,for=1s");
    faults.cycleOver("css", 9);

    nowMillis = 500;
    faults.cycleOver("fcfs", 0);

    assertThat(proxies(faults))
        .containsExactly(
            "Fault pause:owners:after-cycle=9,for=1000ms: hit JVM 3, not noticed, recovered"
                + " after 0.5 s");
  }

  @Test
  void faultsThatNeverOccurredAreReported() {
    var faults = faults("kill:users:after-cycle=5");
    faults.cycleOver("css", 4);

    assertThat(proxies(faults)).containsExactly("Fault kill:users:after-cycle=5: did not occur");
  }

  private static List<String> proxies(Faults faults) {
    return faults.reports().stream().map(FaultReport::line).toList();
  }

  private Faults faults(String... texts) {
    return new Faults(
        Arrays.stream(texts).map(Fault::parse).toList(),
        new NotingTargets(),
        (delay, then) -> {
          done.add("in %d ms".formatted(delay.toMillis()));
          later.add(then);
        },
        () -> nowMillis * 1_000_000,
        events::add);
  }

  private final class NotingTargets implements Faults.Targets {
    @Override
    public OptionalInt highest(MemberRole role) {
      return liveMembers.highest(role);
    }

    @Override
    public void kill(int jvm) {
      liveMembers.lose(jvm);
      done.add("kill " + jvm);
    }

    @Override
    public void pause(int jvm) {
      done.add("pause " + jvm);
    }

    @Override
    public void resume(int jvm) {
      done.add("resume " + jvm);
    }

    @Override
    public void loseMessages(int jvm, Duration duration) {
      done.add("lose messages of %d for %d ms".formatted(jvm, duration.toMillis()));
    }
  }
}
