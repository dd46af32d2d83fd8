package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.RandomHistory;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.run.GivenClock;
import io.metasched.service.store.DeliveryCursors.Progress;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BookKeeperTest {
  @TempDir private Path folder;
  private final List<Integer> batches = new CopyOnWriteArrayList<>();

  private BookKeeper open(String url, int snapshotEvery) {
    return open(url, snapshotEvery, Clock.systemUTC());
  }

  private BookKeeper open(String url, int snapshotEvery, Clock clock) {
    var settings = new BookKeeper.Settings(url, "", "", snapshotEvery, Duration.ofDays(90));
    return BookKeeper.open(settings, clock, (commands, nanos) -> batches.add(commands));
  }

  private String file() {
    return "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
  }

  private static BookDecision<Long> openAccount(BookState state, String name) {
    return BookDecision.of(
        new BookEvent.AccountOpened(name, state.accounts().size()), state.seq() + 1);
  }

  @Test
  void answeredDecisionsArePersistent() {
    try (var keeper = open(file(), 1000)) {
      keeper.decide("t", "", s -> openAccount(s, "a")).toCompletableFuture().join();
    }

    try (var keeper = open(file(), 1000)) {
      assertThat(keeper.state().account("a")).isPresent();
      assertThat(keeper.events(0, 10)).hasSize(1);
    }
  }

  @Test
  void aBookThatWasClosedUnderItIsReadAgain() throws Exception {
    try (var keeper = open(file(), 1000)) {
      keeper.decide("t", "", s -> openAccount(s, "a")).toCompletableFuture().join();
      assertThat(keeper.stored().beginning().seq()).isZero();

      // as H2 does if a write fails on a full disk
      try (var connection = DriverManager.getConnection(file());
          var statement = connection.createStatement()) {
        statement.execute("SHUTDOWN IMMEDIATELY");
      }

      assertThat(keeper.stored().beginning().seq()).isZero();
      keeper.decide("t", "", s -> openAccount(s, "b")).toCompletableFuture().join();
      assertThat(keeper.stored().before(Instant.now()).seq()).isZero();
      assertThat(keeper.state().seq()).isEqualTo(2);
    }
  }

  @Test
  void readsSucceedWhileTheWriterReopensTheClosedDatabase() throws Exception {
    var reads = new AtomicLong();
    var isOver = new AtomicBoolean();
    try (var keeper = open(file(), 1000)) {
      var reading =
          CompletableFuture.runAsync(
              () -> {
                while (!isOver.get()) {
                  keeper.stored().events("no-job", 0, 10);
                  reads.incrementAndGet();
                }
              });
      for (int i = 0; i < 15; i++) {
        var name = "a" + i;
        keeper.decide("t", "", s -> openAccount(s, name)).toCompletableFuture().join();
        try (var connection = DriverManager.getConnection(file());
            var statement = connection.createStatement()) {
          statement.execute("SHUTDOWN IMMEDIATELY");
        } catch (SQLException e) {
          // the other threads open or close this database at this moment
        }
        long before = reads.get();
        while (reads.get() == before && !reading.isDone()) {
          Thread.onSpinWait();
        }
      }
      isOver.set(true);

      assertThat(reading).succeedsWithin(Duration.ofMinutes(1));
      assertThat(keeper.state().seq()).isEqualTo(15);
    }
  }

  @Test
  void commandsOfManyThreadsGetNumbersWithoutGapsInFewCommits() {
    var received = new CopyOnWriteArrayList<Recorded>();
    try (var keeper = open(file(), 100)) {
      keeper.listen(received::addAll);
      var answers = new CopyOnWriteArrayList<CompletableFuture<Long>>();
      IntStream.range(0, 1000)
          .parallel()
          .forEach(
              i ->
                  answers.add(
                      keeper.decide("t", "", s -> openAccount(s, "a" + i)).toCompletableFuture()));
      var numbers = answers.stream().map(CompletableFuture::join).sorted().toList();

      assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, 1000).boxed().toList());
      assertThat(received.stream().map(Recorded::seq).toList()).isEqualTo(numbers);
      assertThat(batches.size()).isLessThan(1000);
    }
    try (var keeper = open(file(), 100)) {
      assertThat(keeper.state().accounts().size()).isEqualTo(1000);
    }
  }

  private static List<Function<BookState, BookDecision<Long>>> openAccounts(int count) {
    var all = new ArrayList<Function<BookState, BookDecision<Long>>>();
    for (int i = 0; i < count; i++) {
      var name = "a" + i;
      all.add(
          s ->
              s.account(name).isPresent()
                  ? BookDecision.none(s.account(name).get().version())
                  : openAccount(s, name));
    }
    return all;
  }

  @Test
  void othersHaveTheirTurnBetweenThePiecesOfManyCommands() {
    try (var keeper = open(file(), 1000)) {
      var given = new CompletableFuture<Void>();
      keeper.decide("t", "", s -> BookDecision.none(given.join()));
      var many = keeper.decideAll("t", "", openAccounts(450)).toCompletableFuture();
      var other = keeper.decide("t", "", s -> openAccount(s, "other")).toCompletableFuture();
      given.complete(null);

      assertThat(other.join()).isEqualTo(201);
      var numbers = LongStream.rangeClosed(1, 451).filter(seq -> seq != 201).boxed().toList();
      assertThat(many.join()).isEqualTo(numbers);
    }
  }

  @Test
  void manyCommandsThatAreGivenAgainAfterAFailureGoOnWhereItWas() {
    try (var keeper = open(file(), 1000)) {
      var all = openAccounts(450);
      var failing = new ArrayList<>(all);
      failing.set(
          300,
          s -> {
            throw new IllegalStateException("no");
          });
      var failed = keeper.decideAll("t", "", failing).toCompletableFuture();
      assertThatThrownBy(failed::join).hasRootCauseMessage("no");
      assertThat(keeper.state().seq()).as("a whole piece").isEqualTo(200);

      var numbers = LongStream.rangeClosed(1, 450).boxed().toList();
      assertThat(keeper.decideAll("t", "", all).toCompletableFuture().join()).isEqualTo(numbers);
      assertThat(keeper.state().seq()).isEqualTo(450);
    }
  }

  @Test
  void aCommandThatFailsChangesNothingAndHarmsNoOther() {
    try (var keeper = open(file(), 1000)) {
      var twice =
          keeper.decide(
              "t",
              "",
              s ->
                  new BookDecision<>(
                      List.of(
                          new BookEvent.AccountOpened("x", 1), new BookEvent.AccountOpened("x", 1)),
                      0));
      keeper.decide("t", "", s -> openAccount(s, "y")).toCompletableFuture().join();

      assertThatThrownBy(() -> twice.toCompletableFuture().join())
          .isInstanceOf(CompletionException.class)
          .hasRootCauseInstanceOf(IllegalStateException.class);
      assertThat(keeper.state().account("x")).isEmpty();
      assertThat(keeper.state().seq()).isEqualTo(1);
    }
  }

  @Test
  void manyCommandsAtOnceLeadToWhatTheyLeadToOneByOne() {
    var clock = new GivenClock(Instant.EPOCH);
    var history = new RandomHistory(9);
    var drawn = new ArrayList<Recorded>();
    while (drawn.size() < 300) {
      history.next().ifPresent(drawn::add);
    }
    var atOnce = new ArrayList<Function<BookState, BookDecision<Long>>>();
    for (var each : drawn) {
      atOnce.add(
          s -> {
            clock.now = each.at();
            return BookDecision.of(each.event(), s.seq());
          });
    }
    try (var keeper = open(file(), 1_000_000, clock)) {
      var answers = keeper.decideAll("test", "r", atOnce).toCompletableFuture().join();

      assertThat(answers).isEqualTo(LongStream.range(0, 300).boxed().toList());
      assertThat(batches).containsExactly(1, 1); // two pieces, each in one commit
      assertThat(SnapshotRow.rows(keeper.state())).isEqualTo(SnapshotRow.rows(history.state()));
    }
  }

  @Test
  void ofManyCommandsAtOnceAllAreWrittenOrNone() {
    try (var keeper = open(file(), 1000)) {
      var some =
          keeper.decideAll(
              "t",
              "",
              List.<Function<BookState, BookDecision<Long>>>of(
                  s -> openAccount(s, "a"), s -> openAccount(s, "b"), s -> openAccount(s, "a")));
      keeper.decide("t", "", s -> openAccount(s, "c")).toCompletableFuture().join();

      assertThatThrownBy(() -> some.toCompletableFuture().join())
          .hasRootCauseInstanceOf(IllegalStateException.class);
      assertThat(keeper.state().accounts().size()).isEqualTo(1);
      assertThat(keeper.events(0, 10)).extracting(Recorded::seq).containsExactly(1L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 1_000_000})
  void anyHistoryIsReadAgainWithAndWithoutSnapshots(int every) {
    var clock = new GivenClock(Instant.EPOCH);
    var drawn = new RandomHistory(7);
    try (var keeper = open(file(), every, clock)) {
      for (int step = 0; step < 800; step++) {
        drawn.next().ifPresent(each -> write(keeper, clock, each));
      }
    }

    try (var keeper = open(file(), every, clock)) {
      assertThat(SnapshotRow.rows(keeper.state())).isEqualTo(SnapshotRow.rows(drawn.state()));
      assertThat(keeper.state().keys().entries())
          .containsExactlyElementsOf(drawn.state().keys().entries());
    }
  }

  @Test
  void eventsAreForgottenFromTheFirstOnEvenIfTheClockWasSetBackBetweenThem() {
    var clock = new GivenClock(Instant.EPOCH);
    try (var keeper = open(file(), 1, clock)) {
      int number = 0;
      for (int day : new int[] {0, 150, 1, 200}) {
        clock.now = Instant.EPOCH.plus(Duration.ofDays(day));
        open(keeper, number++);
      }
      while (keeper.oldest() == 1) {
        open(keeper, number++); // each command may write a snapshot and delete old events
      }
    }

    try (var keeper = open(file(), 1000, clock)) {
      assertThat(keeper.oldest()).isEqualTo(2);
      assertThat(keeper.events(1, 3)).extracting(Recorded::seq).containsExactly(2L, 3L, 4L);
      assertThat(keeper.stored().beginning().seq()).isPositive();
    }
  }

  @Test
  void eventsThatAreStillNeededAreKeptLonger() {
    var clock = new GivenClock(Instant.EPOCH.plus(Duration.ofDays(200)));
    try (var keeper = open(file(), 1, clock)) {
      assertThat(keeper.keepFrom()).isEqualTo(Instant.EPOCH.plus(Duration.ofDays(110)));

      keeper.retain(() -> Instant.EPOCH.plus(Duration.ofDays(3)));

      assertThat(keeper.keepFrom()).isEqualTo(Instant.EPOCH.plus(Duration.ofDays(3)));
      keeper.retain(() -> Instant.MAX);
      assertThat(keeper.keepFrom()).isEqualTo(Instant.EPOCH.plus(Duration.ofDays(110)));
    }
  }

  @Test
  void progressOfDeliveriesIsStoredAndReplaced() {
    try (var keeper = open(file(), 1000)) {
      assertThat(keeper.cursors().open(7)).isEqualTo(new Progress(7, new TreeMap<>()));
      keeper.cursors().write(new TreeMap<>(Map.of("w", cursor(3), "v", cursor(4))));
      keeper.cursors().write(new TreeMap<>(Map.of("w", cursor(5))));
    }
    try (var keeper = open(file(), 1000)) {
      var both = new TreeMap<>(Map.of("v", cursor(4), "w", cursor(5)));
      assertThat(keeper.cursors().open(9)).isEqualTo(new Progress(7, both));
      keeper.cursors().write(new Progress(8, new TreeMap<>(Map.of("v", cursor(6)))));
    }
    BookKeeper closed;
    try (var keeper = open(file(), 1000)) {
      closed = keeper;
      assertThat(keeper.cursors().open(9))
          .isEqualTo(new Progress(8, new TreeMap<>(Map.of("v", cursor(6)))));
    }
    assertThatThrownBy(() -> closed.cursors().open(1)).isInstanceOf(UnreadableBookException.class);
  }

  private static DeliveryCursor cursor(long seq) {
    return new DeliveryCursor(seq, 2 * seq);
  }

  private static void open(BookKeeper keeper, int number) {
    keeper.decide("t", "", s -> openAccount(s, "a" + number)).toCompletableFuture().join();
  }

  @Test
  void snapshotsOfAnEarlierVersionThatAreWithinTheirRowsAreReadAndPutApart() throws Exception {
    try (var keeper = open(file(), 1)) {
      open(keeper, 0);
    }
    try (var connection = DriverManager.getConnection(file());
        var statement = connection.createStatement()) {
      statement.execute("ALTER TABLE book_snapshot ALTER COLUMN body SET DATA TYPE VARCHAR");
      statement.execute("DELETE FROM book_event");
    }

    try (var keeper = open(file(), 1000)) {
      assertThat(keeper.state().account("a0")).isPresent();
    }
    try (var connection = DriverManager.getConnection(file());
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT data_type FROM information_schema.columns"
                    + " WHERE table_name = 'BOOK_SNAPSHOT' AND column_name = 'BODY'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("CHARACTER LARGE OBJECT");
    }
  }

  private static void write(BookKeeper keeper, GivenClock clock, Recorded drawn) {
    clock.now = drawn.at();
    keeper
        .decide(drawn.by(), drawn.request(), s -> BookDecision.of(drawn.event(), 0))
        .toCompletableFuture()
        .join();
  }

  @Test
  void nothingIsAnsweredWhileTheDatabaseIsAwayAndNothingIsWrittenTwice() throws Exception {
    var server =
        Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString());
    server.start();
    var port = String.valueOf(server.getPort());
    try (var keeper =
        open("jdbc:h2:tcp://127.0.0.1:%s/./away;WRITE_DELAY=0".formatted(port), 1000)) {
      keeper.decide("t", "", s -> openAccount(s, "a")).toCompletableFuture().join();
      server.stop();
      var waiting = keeper.decide("t", "", s -> openAccount(s, "b")).toCompletableFuture();
      while (keeper.isWritable()) {
        Thread.onSpinWait();
      }
      assertThat(waiting).isNotDone();
      assertThat(keeper.state().account("b")).isEmpty();

      server =
          Server.createTcpServer("-tcpPort", port, "-ifNotExists", "-baseDir", folder.toString());
      server.start();
      waiting.join();

      assertThat(keeper.events(0, 10)).extracting(Recorded::seq).containsExactly(1L, 2L);
      assertThat(keeper.isWritable()).isTrue();
    } finally {
      server.stop();
    }
  }

  @Test
  void aWriterThatWasOvertakenWritesNoMore() {
    var url = "jdbc:h2:mem:fenced;DB_CLOSE_DELAY=-1";
    try (var first = open(url, 1000);
        var second = open(url, 1000)) {
      second.decide("t", "", s -> openAccount(s, "second")).toCompletableFuture().join();

      var late = first.decide("t", "", s -> openAccount(s, "first")).toCompletableFuture();

      assertThatThrownBy(late::join).hasRootCauseInstanceOf(RejectedExecutionException.class);
      assertThat(first.isWritable()).isFalse();
      assertThat(second.state().account("first")).isEmpty();
    }
  }

  @Test
  void eventsThatAreNotCachedAreReadFromTheTable() {
    try (var keeper = open(file(), 1000)) {
      keeper.decide("t", "r", s -> openAccount(s, "a")).toCompletableFuture().join();
    }
    try (var keeper = open(file(), 1000)) {
      keeper.decide("t", "", s -> openAccount(s, "b")).toCompletableFuture().join();

      assertThat(keeper.events(0, 10)).extracting(Recorded::seq).containsExactly(1L, 2L);
      assertThat(keeper.events(1, 10)).extracting(Recorded::seq).containsExactly(2L);
      assertThat(keeper.events(2, 10)).isEmpty();
      assertThat(Optional.of(keeper.events(0, 1).get(0).request())).contains("r");
    }
  }
}
