package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurabilityTest {
  @TempDir private Path folder;

  @BeforeAll
  static void register() {
    FaultyFiles.register();
  }

  @BeforeEach
  void repair() {
    FaultyFiles.SYNC_FAILS.set(false);
  }

  private BookKeeper open(Durability durability) {
    var url = "jdbc:h2:faulty:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    return open(url, durability);
  }

  private static BookKeeper open(String url, Durability durability) {
    return BookKeeper.open(
        new BookKeeper.Settings(url, "", "", 1000, Duration.ofDays(90), durability),
        Clock.systemUTC(),
        (commands, nanos) -> {});
  }

  private static void openAccount(BookKeeper keeper, String name) {
    keeper
        .decide(
            "t",
            "",
            state ->
                BookDecision.of(
                    new BookEvent.AccountOpened(name, state.accounts().size()), state.seq()))
        .toCompletableFuture()
        .join();
  }

  @Test
  void eachCommitIsOnTheDiskWhenItIsAcknowledged() {
    try (var keeper = open(Durability.DISK)) {
      for (int i = 0; i < 20; i++) {
        int before = FaultyFiles.SYNCS.get();
        openAccount(keeper, "a" + i);
        assertThat(FaultyFiles.SYNCS.get()).isGreaterThan(before);
      }
    }
  }

  @Test
  void aServiceWhoseDiskFailsAcknowledgesNothingMore() {
    try (var keeper = open(Durability.DISK)) {
      openAccount(keeper, "a");
      FaultyFiles.SYNC_FAILS.set(true);

      assertThatThrownBy(() -> openAccount(keeper, "b"))
          .isInstanceOf(CompletionException.class)
          .hasRootCauseInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("the event store does not reach the disk");
      assertThat(keeper.isWritable()).isFalse();
      assertThat(keeper.state().account("b")).isEmpty();
      FaultyFiles.SYNC_FAILS.set(false);
    }
  }

  private static String powerLoss(Durability durability, String url) throws SQLException {
    var database = new EventStore.Database(url, "", "", durability);
    try (var store = new EventStore(database)) {
      return store.powerLoss();
    }
  }

  @Test
  void theCostOfALossOfPowerIsSaid() throws Exception {
    var file = "jdbc:h2:file:" + folder.resolve("book");

    assertThat(powerLoss(Durability.PROCESS, file))
        .isEqualTo(
            "H2 with database.sync = process: a loss of power can lose the last acknowledged"
                + " commits");
    assertThat(powerLoss(Durability.DISK, file))
        .isEqualTo("H2 with database.sync = disk: a loss of power loses no acknowledged commit");
  }

  @Test
  void postgresWithoutSyncIsRefused() throws Exception {
    try (var postgres = EmbeddedPostgres.builder().setServerConfig("fsync", "on").start()) {
      var url = postgres.getJdbcUrl("postgres", "postgres");
      for (var commits : new String[] {"on", "remote_write", "off"}) {
        try (var connection = DriverManager.getConnection(url);
            var statement = connection.createStatement()) {
          statement.execute("ALTER DATABASE postgres SET synchronous_commit = " + commits);
        }
        var has = "PostgreSQL with fsync = on, synchronous_commit = " + commits;
        if (commits.equals("off")) {
          assertThat(powerLoss(Durability.PROCESS, url))
              .isEqualTo(has + ": a loss of power can lose the last acknowledged commits");
          assertThatThrownBy(() -> open(url, Durability.DISK))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("metasched.service.database.sync: disk needs fsync = on")
              .hasMessageContaining(has);
        } else {
          assertThat(powerLoss(Durability.DISK, url))
              .isEqualTo(has + ": a loss of power loses no acknowledged commit");
        }
      }
    }
  }
}
