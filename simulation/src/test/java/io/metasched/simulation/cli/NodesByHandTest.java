package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.deployment.config.JournalSettings;
import io.metasched.metascheduler.deployment.journal.JournalServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes started by a user, each in its own process; one node is killed during a run. Without a
 * journal, the run reports the loss and how to configure a journal; with a journal, the run
 * continues.
 */
@Tag("cluster")
final class NodesByHandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String MEMBERS = "owners,metascheduler,users";

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();
  private final List<AutoCloseable> journals = new ArrayList<>();
  private Map<String, String> environment = Map.of();

  @AfterEach
  void endWhatStillRuns() throws Exception {
    for (var process : started) {
      process.destroyForcibly().waitFor();
    }
    for (var journal : journals) {
      journal.close();
    }
  }

  @Test
  @Tag("long")
  void withoutAJournalTheRunStatesTheLossAndTheSetting() throws Exception {
    var killed = startNodes();
    var run = startRun(3000);
    awaitLine(run, "run", "has the metascheduler of organization");

    killed.destroyForcibly();

    assertThat(run.waitFor()).isEqualTo(1);
    var last = stderr("run").get(stderr("run").size() - 1);
    assertThat(last)
        .matches(".*the run failed: owners-[0-9]+ at 127.0.0.1:[0-9]+ is lost: .*")
        .contains(place("third"), "METASCHED_JOURNAL_URL=jdbc:postgresql://HOST:PORT/NAME")
        .doesNotContain("Exception");
    assertThat(stderr("run")).allMatch(line -> line.startsWith("metasched: "));
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  @Tag("long")
  void withAJournalTheRunContinuesToTheResultOfOneThread() throws Exception {
    assertTheRunContinues(JournalSettings.Kind.POSTGRES);
  }

  @Test
  @Tag("long")
  void withAJournalInFilesTheRunContinuesToTheResultOfOneThread() throws Exception {
    assertTheRunContinues(JournalSettings.Kind.H2);
  }

  private void assertTheRunContinues(JournalSettings.Kind kind) throws Exception {
    environment = journal(kind).environment();
    var expected = CommandRun.of(scenario(12, "simulate", "--driver", "engine", "--json"));
    var killed = startNodes();
    var run = startRun(12);
    awaitLine(run, "run", "has the metascheduler of organization");

    killed.destroyForcibly();

    assertThat(run.waitFor()).as("%s", stderr("run")).isZero();
    var removed = place("third") + " is removed";
    assertThat(stderr("run")).anyMatch(line -> line.endsWith(removed));
    var summary = new ObjectMapper().readTree(folder.resolve("of-run/stdout").toFile());
    assertThat(summary.findValuesAsText("placementsDigest"))
        .isEqualTo(
            new ObjectMapper().readTree(expected.done()).findValuesAsText("placementsDigest"))
        .isNotEmpty();
    assertThat(CommandRun.of("check", folder.resolve("out")).exit()).isZero();
  }

  private JournalSettings journal(JournalSettings.Kind kind) {
    return switch (kind) {
      case H2 -> opened(JournalServer.start(folder)).settings();
      case POSTGRES ->
          JournalSettings.of(
              opened(postgres()).getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    };
  }

  private <T extends AutoCloseable> T opened(T journal) {
    journals.add(journal);
    return journal;
  }

  /** Starts a separate PostgreSQL; if none can run, skips the test with the reason. */
  private static EmbeddedPostgres postgres() {
    try {
      return EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).start();
    } catch (Exception e) {
      return Assumptions.abort("PostgreSQL cannot run here: " + e);
    }
  }

  /** Starts three nodes; returns the last one, which hosts only owners. */
  private Process startNodes() throws Exception {
    var first = start("first", "node", "--roles", MEMBERS);
    awaitLine(first, "first", " is up");
    var second = start("second", "node", "--roles", MEMBERS, "--join", place("first"));
    awaitLine(second, "second", ") is up");
    var third = start("third", "node", "--roles", "owners", "--join", place("first"));
    awaitLine(third, "third", "(owners) is up");
    return third;
  }

  private Process startRun(int cycles) throws Exception {
    var out = folder.resolve("out").toString();
    var run = List.of("cluster", "--join", place("first"), "--jvms=3", "--events", "--json");
    var arguments = new ArrayList<>(run);
    arguments.addAll(List.of("--out", out));
    return start("run", Stream.of(scenario(cycles, arguments.toArray())).toArray(String[]::new));
  }

  private static Object[] scenario(int cycles, Object... command) {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("default", "--policy=css", "--set=vo.count=2", "--cycles=" + cycles));
    return arguments.toArray();
  }

  private Process start(String name, String... arguments) throws IOException {
    var own = Files.createDirectory(folder.resolve("of-" + name));
    var process = CommandProcess.start(own, environment, List.of(arguments));
    started.add(process);
    return process;
  }

  /**
   * Waits until a process has printed {@code words}; if it does not print them in time, the test
   * fails.
   */
  private void awaitLine(Process process, String name, String words) throws Exception {
    while (stderr(name).stream().noneMatch(line -> line.contains(words))) {
      boolean hasEnded = process.waitFor(100, TimeUnit.MILLISECONDS);
      assertThat(hasEnded).as("%s", stderr(name)).isFalse();
    }
  }

  /**
   * Returns the address of a node, from the first line that reports a node with its roles as up. If
   * the node formed the cluster, this line is about the node itself.
   */
  private String place(String name) throws IOException {
    var roles = name.equals("third") ? "(owners)" : "(owners, metascheduler, users)";
    return stderr(name).stream()
        .filter(line -> line.endsWith(roles + " is up"))
        .findFirst()
        .orElseThrow()
        .replaceAll(".*cluster: ([^ ]*) .*", "$1");
  }

  private List<String> stderr(String name) throws IOException {
    return Files.readAllLines(folder.resolve("of-" + name).resolve("stderr"));
  }
}
