package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs with lines that cannot be parsed, in each command and each kind of scenario. */
final class SkipMalformedTest {
  private static final int BAD = 12;
  private static final List<String> SKIPPED =
      List.of(
          "malformed lines skipped: 12",
          "skipped log.swf:3: a job line must have 18 fields, but has 2: \"bad 0\"",
          "skipped log.swf:12: a job line must have 18 fields, but has 2: \"bad 9\"");

  @TempDir private Path folder;

  @BeforeEach
  void writeALog() {
    var log = SwfText.machine(8).job(1, "3=0");
    for (int bad = 0; bad < BAD; bad++) {
      log.line("bad " + bad);
    }
    log.job(2, "2=60", "3=0").job(3, "2=90", "3=0");
    log.writeTo(log());
  }

  private Path log() {
    return folder.resolve("log.swf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace", "two-level", "replay", "rectangles", "what-if", "broker"})
  void eachScenarioSkipsAndListsThemIfItShould(String scenario) {
    var line = new ArrayList<Object>(List.of("validate", scenario, "--trace", log()));
    var refused = CommandRun.of(line.toArray());
    line.add("--skip-malformed");

    var skipping = CommandRun.of(line.toArray()).done();

    assertThat(skipping.lines()).containsAll(SKIPPED).noneMatch(each -> each.contains("bad 10"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err().lines())
        .hasSize(10)
        .allMatch(each -> each.startsWith("metasched: " + log() + ":"));
    assertThat(refused.err().lines().findFirst().orElseThrow())
        .endsWith("; --skip-malformed (log.skip-malformed = true) skips and counts such lines");
  }

  @Test
  void aRunShowsTheFirstAndCountsTheOthers() throws IOException {
    CommandRun.of("simulate", "replay", "--trace", log(), "--out", folder.resolve("out"))
        .refusedLeaving(
            folder,
            CommandRun.content(folder),
            ":3: a job line must have 18 fields",
            "--skip-malformed",
            "(and more, which metasched validate shows: 9)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"replay LOG", "simulate replay --trace LOG"})
  void theNotesOfAResultListThem(String command) throws IOException {
    var line = new ArrayList<Object>(List.of(command.replace("LOG", log().toString()).split(" ")));
    line.addAll(List.of("--skip-malformed", "--out", folder.resolve("out")));

    CommandRun.of(line.toArray()).done();

    var notes =
        new ObjectMapper().readTree(folder.resolve("out/summary.json").toFile()).path("notes");
    var texts = new ArrayList<String>();
    notes.forEach(note -> texts.add(note.asText()));
    assertThat(texts).containsAll(SKIPPED);
    assertThat(CommandRun.of("rerun", folder.resolve("out")).exit()).isZero();
  }

  @Test
  void systemsAreComparedOnWhatIsLeft() throws IOException {
    var line = List.of("compare-systems", "--trace", log(), "--processors", "8");
    CommandRun.of(line.toArray())
        .refusedLeaving(folder, CommandRun.content(folder), ":3: a job line", "--skip-malformed");

    var skipping = new ArrayList<Object>(line);
    skipping.add("--skip-malformed");

    assertThat(CommandRun.of(skipping.toArray()).done().lines()).containsAll(SKIPPED);
  }

  @Test
  void localLogsSkipThemToo() throws IOException {
    var scenario = Files.writeString(folder.resolve("own.conf"), "local.log = log.swf\n");

    var skipping = CommandRun.of("validate", scenario, "--skip-malformed").done();

    assertThat(CommandRun.of("validate", scenario).err().lines()).hasSize(10);
    assertThat(skipping.lines()).containsAll(SKIPPED);
  }

  @Test
  void generatedTablesAreOfWhatIsLeft() {
    var out = folder.resolve("jobs.csv");

    CommandRun.of("generate", "jobs", "replay", "--trace", log(), "--skip-malformed", "--out", out)
        .done();

    assertThat(out).content().hasLineCount(4);
  }

  @Test
  void theOptionIsForLogsAlone() throws IOException {
    CommandRun.of("validate", "default", "--skip-malformed")
        .refusedLeaving(
            folder,
            CommandRun.content(folder),
            "--skip-malformed: is for a log, but scenario default reads none");
  }
}
