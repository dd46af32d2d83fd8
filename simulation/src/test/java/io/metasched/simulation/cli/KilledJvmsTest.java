package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Systems with other actors than those of scheduling cycles, over three JVMs of which some are
 * killed: they produce what a run on one thread does. With faults the owners begin in JVM 3, the
 * scheduler in JVM 2.
 */
@Tag("slow")
final class KilledJvmsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"kill:owners:after-cycle=1", "kill:metascheduler:after-cycle=2"})
  void areReplacedOnTwoLevels(String fault) throws Exception {
    assertEqual(List.of("two-level"), fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill:owners:after-cycle=1",
        "kill:owners:after-cycle=1 kill:metascheduler:after-cycle=4"
      })
  void areReplacedWithElementReservations(String faults) throws Exception {
    assertEqual(
        List.of(
            "rectangles",
            "--policy=ff,pe-worst",
            "--set=jobs.count=400",
            "--set=reservations.cancel-share=0.2",
            "--set=reservations.shrink-share=0.4"),
        faults);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill:metascheduler:after-cycle=1",
        "kill:owners:after-cycle=1 kill:metascheduler:after-cycle=3"
      })
  void areReplacedWithFlexibleReservations(String faults) throws Exception {
    assertEqual(
        List.of(
            "what-if",
            "--policy=what-if",
            "--set=requests.withdrawn-share=0.4",
            "--set=requests.co-allocated-share=0.5",
            "--set=requests.block=5"),
        faults);
  }

  /** Offers, holds and rounds in progress are known again where they go on. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kill:owners:after-cycle=2",
        "kill:metascheduler:after-cycle=4",
        "kill:owners:after-cycle=1 kill:metascheduler:after-cycle=8"
      })
  void areReplacedWithBrokersAndAgents(String faults) throws Exception {
    assertEqual(
        List.of(
            "broker",
            "--policy=least-load",
            "--set=brokers.count=4",
            "--set=messages.delay.most=2",
            "--set=jobs.count=200",
            "--set=tasks.batches=20",
            "--set=agents.lost-every=1500",
            "--set=agents.lost-for=300"),
        faults);
  }

  private void assertEqual(List<String> scenario, String faults) throws Exception {
    var cluster = new ArrayList<>(List.of("--jvms=3"));
    for (var fault : faults.split(" ", -1)) {
      cluster.add("--fault=" + fault);
    }
    try (var runs = new AgainstEngine(folder)) {
      var summary = runs.assertEqual(scenario, cluster);

      for (var fault : summary.path("faults")) {
        // it had an actor of the run, which stood still until the loss was noticed
        assertThat(fault.path("recoveredAfterMs").asLong())
            .as("%s", fault)
            .isGreaterThan(fault.path("noticedAfterMs").asLong());
      }
    }
  }
}
