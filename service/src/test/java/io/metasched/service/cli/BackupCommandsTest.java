package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import io.metasched.service.store.BookKeeper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backup of the event store of a running service, its check, and its restoration. */
final class BackupCommandsTest {
  @TempDir private Path folder;
  private Path backup;
  private LiveService service;
  private FakeExecutor executor;

  @BeforeEach
  void start() throws IOException {
    backup = folder.resolve("backup.ndjson");
    service = serve(folder.resolve("data"));
    var input = Files.writeString(folder.resolve("input.txt"), "read by a job");
    for (int i = 0; i < 6; i++) {
      run(
          0,
          asked(
              "user1",
              "submit",
              "-t",
              "0:01",
              "--input",
              input.toString(),
              "--env",
              "WORD=secret",
              "--",
              "true"));
    }
  }

  @AfterEach
  void close() {
    service.close();
  }

  private LiveService serve(Path data) {
    executor = new FakeExecutor(Clock.systemUTC(), spec -> FakeRun.hanging());
    return LiveService.start(settings(data), Clock.systemUTC(), "test", (own, time) -> executor);
  }

  private static ServiceSettings settings(Path data) {
    return ServiceSettings.read(Optional.empty(), Optional.of(data), Optional.of(0), data);
  }

  private static String run(int code, String... args) {
    var out = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(commandLine.execute(args)).as(out.toString()).isEqualTo(code);
    return out.toString();
  }

  private String[] asked(String user, String... words) {
    var all = new ArrayList<>(List.of(words));
    var token = folder.resolve("data/tokens").resolve(user).toString();
    all.addAll(1, List.of("--url", service.url(), "--token-file", token));
    return all.toArray(String[]::new);
  }

  /** Returns the state of the event store in a folder. */
  private static BookState stored(Path data) {
    var url = settings(data).databaseUrl();
    var store = new BookKeeper.Settings(url, "", "", 20_000, Duration.ofDays(1));
    try (var keeper = BookKeeper.open(store, Clock.systemUTC(), (commands, nanos) -> {})) {
      return keeper.state();
    }
  }

  private static String text(BookState state) {
    return BookJson.write(SnapshotRow.rows(state));
  }

  @Test
  void aRestoredBookIsTheBookAsOfTheLastEventOfTheBackup() throws IOException {
    var said = run(0, asked("admin", "backup", backup.toString()));
    service.close();
    var restored = folder.resolve("restored");
    var data = restored.toString();

    assertThat(said).contains(Sha256.of(Files.readAllLines(backup).stream().limit(lines() - 1)));
    assertThat(run(0, "check-book", backup.toString())).startsWith("no violation: event ");
    assertThat(run(0, "restore", backup.toString(), "--data", data))
        .contains("6 jobs, ")
        .contains("restored/tokens/admin");

    var state = stored(restored);
    var token = Files.readString(restored.resolve("tokens/admin")).strip();
    assertThat(state.tokens().get(Sha256.of(token))).isPresent();
    var before =
        state.withSeq(state.seq() - 1).withTokens(state.tokens().without(Sha256.of(token)));
    assertThat(text(before)).isEqualTo(text(asOf(before.seq())));
    assertThat(cursors(restored)).hasSameSizeAs(cursors(folder.resolve("data"))).isNotEmpty();
    assertThat(run(1, "restore", backup.toString(), "--data", data))
        .contains("the event store is not empty: it has events up to " + state.seq());
  }

  /** Returns the progress of notifications in the event store in a folder. */
  private static SortedMap<String, DeliveryCursor> cursors(Path data) {
    var url = settings(data).databaseUrl();
    var store = new BookKeeper.Settings(url, "", "", 20_000, Duration.ofDays(1));
    try (var keeper = BookKeeper.open(store, Clock.systemUTC(), (commands, nanos) -> {})) {
      return keeper.cursors().stored();
    }
  }

  private long lines() throws IOException {
    return Files.readAllLines(backup).size();
  }

  /** Returns the state of the original service as of an event. */
  private BookState asOf(long seq) {
    var url = settings(folder.resolve("data")).databaseUrl();
    var store = new BookKeeper.Settings(url, "", "", 20_000, Duration.ofDays(1));
    try (var keeper = BookKeeper.open(store, Clock.systemUTC(), (commands, nanos) -> {})) {
      var state = BookState.EMPTY;
      for (var each : keeper.events(0, 10_000)) {
        state = each.seq() <= seq ? state.after(each) : state;
      }
      return state;
    }
  }

  @Test
  void aRestoredServiceKnowsItsUsersAndRunsTheWaitingJobs() {
    run(0, asked("admin", "backup", backup.toString()));
    service.close();
    run(0, "restore", backup.toString(), "--data", folder.resolve("restored").toString());

    service = serve(folder.resolve("restored"));

    // the tokens of users are those of the original service
    assertThat(run(0, asked("user1", "queue", "--all")).lines()).hasSize(1 + 6);
    assertThat(run(0, asked("user1", "account"))).contains("user1");
  }

  @Test
  void aDamagedOrIncompleteBackupIsRefusedAndNothingIsWritten() throws IOException {
    run(0, asked("admin", "backup", backup.toString()));
    var lines = Files.readAllLines(backup);
    var cut = Files.write(folder.resolve("cut"), lines.subList(0, lines.size() - 1));
    var changed =
        Files.write(
            folder.resolve("changed"), lines.stream().map(l -> l.replace("WORD", "word")).toList());
    var gap =
        Files.write(
            folder.resolve("gap"), lines.stream().filter(l -> !l.contains("\"seq\":9,")).toList());
    var history = folder.resolve("history");
    run(0, asked("admin", "history", "--out", history.toString()));

    for (var file : List.of(cut, changed, gap, history)) {
      assertThat(run(1, "check-book", file.toString()).lines()).hasSize(1);
      var data = folder.resolve("no-" + file.getFileName());
      assertThat(run(1, "restore", file.toString(), "--data", data.toString()).lines()).hasSize(1);
      assertThat(stored(data).seq()).isZero();
      assertThat(data.resolve("tokens")).doesNotExist();
    }
    assertThat(run(1, "check-book", history.toString()))
        .contains("lacks commands, tokens and inputs");
    assertThat(run(2, "check-book", folder.resolve("none").toString()))
        .contains("none cannot be read: no such file or folder");
    assertThat(
            run(
                2,
                "restore",
                folder.resolve("none").toString(),
                "--data",
                folder.resolve("n").toString()))
        .contains("cannot be read");
  }

  @Test
  void backupsAreCompleteWhileJobsWithInputsEnd() throws Exception {
    var input = folder.resolve("input.txt");
    var others =
        Executors.newSingleThreadExecutor()
            .submit(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    Files.writeString(input, "input " + i);
                    var id =
                        run(
                            0,
                            asked(
                                "user1",
                                "submit",
                                "--parsable",
                                "-t",
                                "0:01",
                                "--input",
                                input.toString(),
                                "--",
                                "true"));
                    run(0, asked("user1", "cancel", id.strip()));
                  }
                  return "done";
                });
    for (int i = 0; i < 10; i++) {
      run(0, asked("admin", "backup", backup.toString()));
      run(0, "check-book", backup.toString());
    }
    assertThat(others.get()).isEqualTo("done");
  }

  @Test
  void aBackupIsForAdministratorsAndReadableOnlyByItsOwner() throws IOException {
    run(4, asked("user1", "backup", backup.toString()));
    assertThat(backup).doesNotExist();

    Files.writeString(backup, "an older backup");
    run(0, asked("admin", "backup", backup.toString()));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(backup)).contains("WORD").doesNotContain("an older backup");
    try (var files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
    }
  }
}
