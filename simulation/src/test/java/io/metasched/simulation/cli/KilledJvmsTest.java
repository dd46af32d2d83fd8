package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Systems with actors other than those of scheduling cycles, over three JVMs, some of which are
 * killed: their results equal the results of a run on one thread. With faults, the owners start in
 * JVM 3 and the scheduler in JVM 2.
 */
@Tag("cluster")
final class KilledJvmsTest {
  private static final List<String> TWO_LEVELS = List.of("two-level");
  private static final List<String> ELEMENT_RESERVATIONS =
      List.of(
          "rectangles",
          "--policy=ff,pe-worst",
          "--set=jobs.count=400",
          "--set=reservations.cancel-share=0.2",
          "--set=reservations.shrink-share=0.4");
  private static final List<String> FLEXIBLE_RESERVATIONS =
      List.of(
          "what-if",
          "--policy=what-if",
          "--set=requests.withdrawn-share=0.4",
          "--set=requests.co-allocated-share=0.5",
          "--set=requests.block=5");

  /** Settings under which offers, holds and rounds in progress are recovered in another JVM. */
  private static final List<String> BROKERS_AND_AGENTS =
      List.of(
          "broker",
          "--policy=least-load",
          "--set=brokers.count=4",
          "--set=messages.delay.most=2",
          "--set=jobs.count=200",
          "--set=tasks.batches=20",
          "--set=agents.lost-every=1500",
          "--set=agents.lost-for=300");

  @TempDir private Path folder;

  static List<Arguments> most() {
    return List.of(
        arguments(ELEMENT_RESERVATIONS, "kill:owners:after-cycle=1"),
        arguments(FLEXIBLE_RESERVATIONS, "kill:metascheduler:after-cycle=1"),
        arguments(TWO_LEVELS, "kill:owners:after-cycle=1"),
        arguments(TWO_LEVELS, "kill:metascheduler:after-cycle=2"),
        arguments(BROKERS_AND_AGENTS, "kill:owners:after-cycle=2"),
        arguments(BROKERS_AND_AGENTS, "kill:metascheduler:after-cycle=4"),
        arguments(
            ELEMENT_RESERVATIONS, "kill:owners:after-cycle=1 kill:metascheduler:after-cycle=4"),
        arguments(
            FLEXIBLE_RESERVATIONS, "kill:owners:after-cycle=1 kill:metascheduler:after-cycle=3"));
  }

  @Test
  @Tag("long")
  void ownersAndTheSchedulerAreReplacedInOneRun() throws Exception {
    assertEqual(BROKERS_AND_AGENTS, "kill:owners:after-cycle=1 kill:metascheduler:after-cycle=8");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("most")
  @Tag("long")
  void areReplaced(List<String> scenario, String faults) throws Exception {
    assertEqual(scenario, faults);
  }

  private void assertEqual(List<String> scenario, String faults) throws Exception {
    var cluster = new ArrayList<>(List.of("--jvms=3"));
    for (var fault : faults.split(" ", -1)) {
      cluster.add("--fault=" + fault);
    }
    try (var runs = new AgainstEngine(folder)) {
      var summary = runs.assertEqual(scenario, cluster);

      for (var fault : summary.path("faults")) {
        // the JVM had an actor of the run, which was down until the loss was detected
        assertThat(fault.path("recoveredAfterMs").asLong())
            .as("%s", fault)
            .isGreaterThan(fault.path("noticedAfterMs").asLong());
      }
    }
  }
}
