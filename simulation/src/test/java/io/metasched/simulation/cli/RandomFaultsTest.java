package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs over several JVMs that are killed, paused and cut off at random produce what a run on one
 * thread does. The system properties {@code faults.seed} and {@code faults.schedules} say which
 * schedules: as many as that from that seed on.
 */
@Tag("slow")
final class RandomFaultsTest {
  private static final int SECONDS = 600;

  @TempDir private Path folder;
  private final List<ProcessHandle> started = new ArrayList<>();

  static LongStream seeds() {
    long first = Long.getLong("faults.seed", 1);
    return LongStream.range(first, first + Long.getLong("faults.schedules", 5));
  }

  @AfterEach
  void endWhatStillRuns() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  @ParameterizedTest(name = "schedule {0}")
  @MethodSource("seeds")
  void produceWhatOneThreadDoes(long seed) throws Exception {
    var schedule = FaultSchedule.of(seed);

    assertEqualToEngine(schedule.scenario(), schedule.cluster(), schedule.commandLine());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--fault=kill:owners:after-cycle=1",
        "--fault=kill:metascheduler:after-cycle=2"
      })
  void produceWhatOneThreadDoesOnTwoLevels(String fault) throws Exception {
    var cluster = new ArrayList<>(List.of("--jvms", "3"));
    if (!fault.isEmpty()) {
      cluster.add(fault);
    }

    assertEqualToEngine(List.of("two-level"), cluster, "two-level " + cluster);
  }

  /** With faults the multiprocessor begins in JVM 3, its metascheduler in JVM 2. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--fault=kill:owners:after-cycle=1",
        "--fault=kill:metascheduler:after-cycle=2",
        "--fault=kill:owners:after-cycle=1 --fault=kill:metascheduler:after-cycle=4"
      })
  void produceWhatOneThreadDoesWithReservations(String faults) throws Exception {
    var cluster = new ArrayList<>(List.of("--jvms", "3"));
    if (!faults.isEmpty()) {
      cluster.addAll(List.of(faults.split(" ")));
    }
    var scenario = new ArrayList<>(List.of("rectangles", "--policy", "ff,pe-worst"));
    scenario.addAll(List.of("--set", "jobs.count=400"));
    scenario.addAll(List.of("--set", "reservations.cancel-share=0.2"));
    scenario.addAll(List.of("--set", "reservations.shrink-share=0.4"));

    var summary = assertEqualToEngine(scenario, cluster, "rectangles " + cluster);

    for (var fault : summary.path("faults")) {
      // it had an actor of the run, which stood still until the loss was noticed
      assertThat(fault.path("recoveredAfterMs").asLong())
          .as("%s", fault)
          .isGreaterThan(fault.path("noticedAfterMs").asLong());
    }
  }

  /** The reservation service begins in JVM 2; what is not in the journals is asked again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--fault=kill:owners:after-cycle=1",
        "--fault=kill:metascheduler:after-cycle=1",
        "--fault=kill:owners:after-cycle=1 --fault=kill:metascheduler:after-cycle=3"
      })
  void produceWhatOneThreadDoesWithFlexibleReservations(String faults) throws Exception {
    var cluster = new ArrayList<>(List.of("--jvms", "3"));
    if (!faults.isEmpty()) {
      cluster.addAll(List.of(faults.split(" ")));
    }
    var scenario = new ArrayList<>(List.of("what-if", "--policy", "what-if"));
    scenario.addAll(List.of("--set", "requests.withdrawn-share=0.4"));
    scenario.addAll(List.of("--set", "requests.co-allocated-share=0.5"));
    scenario.addAll(List.of("--set", "requests.block=5"));

    assertEqualToEngine(scenario, cluster, "what-if " + cluster);
  }

  private JsonNode assertEqualToEngine(List<String> scenario, List<String> cluster, String clue)
      throws Exception {
    var engine = new ArrayList<>(List.of("simulate", "--driver", "engine", "--json", "--out"));
    engine.add(folder.resolve("engine").toString());
    engine.addAll(scenario);
    var expected = new ObjectMapper().readTree(CommandRun.of(engine.toArray()).done());

    var command = new ArrayList<>(List.of("cluster", "--json", "--events", "--out", "cluster"));
    command.addAll(cluster);
    command.addAll(scenario);
    var process = CommandProcess.start(folder, command);
    started.add(process.toHandle());
    boolean isOver = process.waitFor(SECONDS, TimeUnit.SECONDS);

    var shown = clue + "\n" + Files.readString(folder.resolve("stderr"));
    assertThat(isOver).as(shown).isTrue();
    assertThat(process.exitValue()).as(shown).isZero();
    var summary = new ObjectMapper().readTree(folder.resolve("stdout").toFile());
    assertThat(digests(summary)).as(shown).isEqualTo(digests(expected)).isNotEmpty();
    assertThat(summary.path("faults").findValuesAsText("jvm")).as(shown).doesNotContain("null");
    assertThat(CommandRun.of("check", folder.resolve("cluster")).exit()).as(shown).isZero();
    assertThat(process.descendants()).isEmpty();
    return summary;
  }

  private static List<String> digests(JsonNode summary) {
    return summary.findValuesAsText("placementsDigest");
  }
}
