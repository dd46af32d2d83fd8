package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on the recorded history of a service. */
final class HistoryCommandsTest {
  private static final int JOBS = 3;
  @TempDir private static Path folder;
  private static LiveService service;
  private static ScheduledExecutorService timer;

  @BeforeAll
  static void start() {
    var clock = Clock.systemUTC();
    var executor = new FakeExecutor(clock, spec -> FakeRun.instant());
    var data = folder.resolve("data");
    var settings = ServiceSettings.read(Optional.empty(), Optional.of(data), Optional.of(0), data);
    service = LiveService.start(settings, clock, "test", (own, time) -> executor);
    timer = Executors.newSingleThreadScheduledExecutor();
    var unused = timer.scheduleWithFixedDelay(executor::advance, 5, 5, TimeUnit.MILLISECONDS);
    var words = new ArrayList<>(List.of("wait"));
    for (int i = 0; i < JOBS; i++) {
      words.add(run(0, asked("user1", "submit", "--parsable", "-t", "0:01", "--", "true")).strip());
    }
    run(0, asked("user1", words.toArray(String[]::new)));
  }

  @AfterAll
  static void end() {
    timer.shutdownNow();
    service.close();
  }

  private static String run(int code, String... args) {
    var out = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(commandLine.execute(args)).as(out.toString()).isEqualTo(code);
    return out.toString();
  }

  private static String[] asked(String user, String... words) {
    var token = folder.resolve("data/tokens").resolve(user).toString();
    var all = new String[words.length + 4];
    System.arraycopy(words, 0, all, 0, 1);
    all[1] = "--url";
    all[2] = service.url();
    all[3] = "--token-file";
    all[4] = token;
    System.arraycopy(words, 1, all, 5, words.length - 1);
    return all;
  }

  private static Path export() {
    var file = folder.resolve("history.ndjson");
    run(0, asked("admin", "history", "--out", file.toString()));
    return file;
  }

  @Test
  void anExportIsReplayedWithoutAService() throws IOException {
    var file = export();

    var said = run(0, "rerun", file.toString());
    var json = new ObjectMapper().readTree(run(0, "rerun", "--json", file.toString()));

    assertThat(said).contains(JOBS + " windows").contains("the same placements");
    assertThat(json.path("same").asBoolean()).isTrue();
    assertThat(json.path("windows").asInt()).isEqualTo(JOBS);
    assertThat(Files.exists(folder.resolve("history.ndjson.part"))).isFalse();
  }

  @Test
  void printedAndWrittenHistoriesAreEqual() throws IOException {
    var printed = run(0, asked("admin", "history"));
    var written = Files.readString(export());

    // cycles may have run in between
    assertThat(written.lines().limit(10).toList()).isEqualTo(printed.lines().limit(10).toList());
    assertThat(printed.lines().reduce("", (one, next) -> next)).startsWith("{\"line\":\"end\"");
  }

  @Test
  void aFileThatWasCutOrIsNoneIsRefusedInOneLine() throws IOException {
    var lines = Files.readAllLines(export());
    var cut = Files.write(folder.resolve("cut"), lines.subList(0, lines.size() - 1));

    assertThat(run(2, "rerun", cut.toString()).lines()).hasSize(1);
    assertThat(run(2, "rerun", folder.resolve("none").toString()).lines()).hasSize(1);
    var bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, '\n'});
    assertThat(run(2, "rerun", bytes.toString()).lines()).hasSize(1);
  }

  @Test
  void policiesAreShownSideBySide() {
    var said = run(0, asked("admin", "whatif", "css", "backfilling"));

    assertThat(said).contains("as recorded").contains("css").contains("backfilling");
    assertThat(run(4, asked("admin", "whatif", "none")).lines()).hasSize(1);
  }

  @Test
  void othersThanAdministratorsAreRefusedAndNothingIsWritten() {
    var file = folder.resolve("theirs");

    run(4, asked("user1", "history", "--out", file.toString()));
    run(4, asked("user1", "whatif", "css"));

    assertThat(Files.exists(file)).isFalse();
    assertThat(Files.exists(folder.resolve("theirs.part"))).isFalse();
    var args = asked("admin", "history");
    args[2] = "http://127.0.0.1:1";
    run(3, args);
  }
}
