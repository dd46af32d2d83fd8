package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Comparison of runs over several JVMs, each in its own process, with runs on one thread. */
final class AgainstEngine implements AutoCloseable {
  private static final int SECONDS = 900;

  private final Path folder;
  private final List<ProcessHandle> started = new ArrayList<>();

  /**
   * @param folder empty folder for the results
   */
  AgainstEngine(Path folder) {
    this.folder = folder;
  }

  /**
   * Runs the scenario on one thread and over several JVMs. Fails unless both runs have the same
   * placements, every fault was injected, and the check finds no violation.
   *
   * @param scenario arguments of both runs
   * @param cluster additional arguments of the run over several JVMs
   * @return summary of the run over several JVMs
   */
  JsonNode assertEqual(List<String> scenario, List<String> cluster) throws Exception {
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

    var shown = String.join(" ", command) + "\n" + Files.readString(folder.resolve("stderr"));
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

  /** Terminates the processes that are still running. */
  @Override
  public void close() {
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
