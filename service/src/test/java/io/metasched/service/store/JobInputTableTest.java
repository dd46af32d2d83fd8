package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.run.StagedFile;
import io.metasched.service.run.StoredInput;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs of jobs, stored outside the state while a job needs them. */
final class JobInputTableTest {
  private static final byte[] CONTENT = "some input".getBytes(StandardCharsets.UTF_8);
  private static final StoredInput INPUT = StoredInput.of(StagedFile.of("a", CONTENT));

  @TempDir private Path folder;

  private String url() {
    return "jdbc:h2:file:" + folder.resolve("book");
  }

  private BookKeeper keeper() {
    return BookKeeper.open(
        new BookKeeper.Settings(url(), "", "", 3, Duration.ofDays(90)),
        Clock.systemUTC(),
        (commands, nanos) -> {});
  }

  private static JobSpec spec() {
    var plain = SmallBook.spec("{'work':{'duration':'PT1M'}}");
    return plain.withRun(plain.run().withInput(List.of(INPUT)));
  }

  private static BookDecision<Integer> submitted(BookState state, String id) {
    return BookDecision.of(
        new BookEvent.JobSubmitted(id, state.nextNumber(), "u", spec(), Optional.empty(), ""), 0);
  }

  private static void write(BookKeeper keeper, BookEvent event) {
    keeper.decide("t", "", state -> BookDecision.of(event, 0)).toCompletableFuture().join();
  }

  private static void end(BookKeeper keeper, String id) {
    write(keeper, new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of()));
  }

  private static void submit(BookKeeper keeper, String id) {
    keeper
        .decide("t", "", s -> submitted(s, id).with(Map.of(INPUT.sha256(), CONTENT)))
        .toCompletableFuture()
        .join();
  }

  private static void found(BookKeeper keeper) {
    write(keeper, new BookEvent.Founded(SmallBook.NOW));
    write(keeper, new BookEvent.AccountOpened("a", 0));
  }

  @Test
  void anInputIsKeptOnceUntilTheLastJobThatNeedsItIsOver() throws Exception {
    try (var keeper = keeper()) {
      found(keeper);
      submit(keeper, "j1");
      submit(keeper, "j2");
      end(keeper, "j1");
    }
    try (var keeper = keeper()) {
      assertThat(keeper.state().open().tally().inputBytes()).isEqualTo(CONTENT.length);
      assertThat(keeper.stored().input(INPUT.sha256())).isEqualTo(CONTENT);
      end(keeper, "j2");
      assertThatThrownBy(() -> keeper.stored().input(INPUT.sha256()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no job needs the input " + INPUT.sha256());
    }
    assertThat(rows("book_input")).isZero();
  }

  @Test
  void aJobThatEndsInTheCommitThatSubmitsItLeavesNoInput() throws Exception {
    try (var keeper = keeper()) {
      found(keeper);
      keeper
          .decideAll(
              "t",
              "",
              List.<Function<BookState, BookDecision<Integer>>>of(
                  s -> submitted(s, "j").with(Map.of(INPUT.sha256(), CONTENT)),
                  s ->
                      BookDecision.of(
                          new BookEvent.JobEnded("j", JobState.WITHDRAWN, "", "", List.of()), 0)))
          .toCompletableFuture()
          .join();
    }
    assertThat(rows("book_input")).isZero();
  }

  @Test
  void inputsOfABookOfAnOldVersionAreMovedOutOfItsJobs() throws Exception {
    try (var keeper = keeper()) {
      found(keeper);
      submit(keeper, "j1");
    }
    var now = "\"sha256\":\"%s\",\"bytes\":%d".formatted(INPUT.sha256(), CONTENT.length);
    execute(
        "UPDATE book_event SET body = REPLACE(body, '%s', '\"text\":\"some input\"')"
            .formatted(now));
    execute("DELETE FROM book_snapshot");
    execute("DELETE FROM book_snapshot_whole");
    execute("DELETE FROM book_input");
    try (var keeper = keeper()) {
      assertThat(keeper.state().job("j1").orElseThrow().spec().run().input())
          .containsExactly(INPUT);
      assertThat(keeper.stored().input(INPUT.sha256())).isEqualTo(CONTENT);
    }
  }

  @Test
  void aBookThatDoesNotFitIntoTheHeapSaysWhatItNeeds() {
    SnapshotTable.requireHeap(80L << 20, 100L << 20);
    assertThatThrownBy(() -> SnapshotTable.requireHeap(90L << 20, 100L << 20))
        .hasMessage(
            "the event store needs a heap of 150 MiB, but this process has 100 MiB:"
                + " METASCHED_JAVA_OPTS=-Xmx150m");
  }

  private long rows(String table) throws Exception {
    try (var connection = DriverManager.getConnection(url());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void execute(String sql) throws Exception {
    try (var connection = DriverManager.getConnection(url());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
