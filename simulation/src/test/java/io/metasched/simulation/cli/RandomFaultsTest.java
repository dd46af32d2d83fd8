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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs over several JVMs that are killed, paused and cut off at random bring out what a run on one
 * thread does. The system properties {@code faults.seed} and {@code faults.schedules} say which
 * schedules: as many as that from that seed on.
 */
final class RandomFaultsTest {
  private static final int SECONDS = 240;

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
  void bringOutWhatOneThreadDoes(long seed) throws Exception {
    var schedule = FaultSchedule.of(seed);
    var engine = new ArrayList<>(List.of("simulate", "--driver", "engine", "--json", "--out"));
    engine.add(folder.resolve("engine").toString());
    engine.addAll(schedule.scenario());
    var expected = new ObjectMapper().readTree(CommandRun.of(engine.toArray()).done());

    var command = new ArrayList<>(List.of("cluster", "--json", "--events", "--out", "cluster"));
    command.addAll(schedule.cluster());
    command.addAll(schedule.scenario());
    var process = CommandProcess.start(folder, command);
    started.add(process.toHandle());
    boolean isOver = process.waitFor(SECONDS, TimeUnit.SECONDS);

    var told = schedule.commandLine() + "\n" + Files.readString(folder.resolve("stderr"));
    assertThat(isOver).as(told).isTrue();
    assertThat(process.exitValue()).as(told).isZero();
    var summary = new ObjectMapper().readTree(folder.resolve("stdout").toFile());
    assertThat(digests(summary)).as(told).isEqualTo(digests(expected)).isNotEmpty();
    assertThat(summary.path("faults").findValuesAsText("jvm")).as(told).doesNotContain("null");
    assertThat(CommandRun.of("check", folder.resolve("cluster")).exit()).as(told).isZero();
    assertThat(process.descendants()).isEmpty();
  }

  private static List<String> digests(JsonNode summary) {
    return summary.findValuesAsText("placementsDigest");
  }
}
