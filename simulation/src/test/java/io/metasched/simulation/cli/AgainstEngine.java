package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Holds runs over several JVMs, each a process of its own, against runs on one thread. */
final class AgainstEngine implements AutoCloseable {
  private static final int SECONDS = 900;

  private final Path folder;
  private final List<ProcessHandle> started = new ArrayList<>();

  /**
   * @param folder an empty one
   */
  AgainstEngine(Path folder) {
    this.folder = folder;
  }

  /**
   * Fails unless both have the same placements, no fault was left out, and the check finds nothing.
   *
   * @param scenario arguments that both take
   * @param cluster those of the run over several JVMs alone
   * @return the summary of that run
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

  /** Ends what still runs. */
  @Override
  public void close() {
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
