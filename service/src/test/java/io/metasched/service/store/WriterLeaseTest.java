package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several writers of one event store in PostgreSQL. */
final class WriterLeaseTest {
  private static final WriterLease.Timing QUICK =
      new WriterLease.Timing(Duration.ofMillis(20), Duration.ofMillis(400));
  private static final WriterLease.Timing NEVER_RENEWED =
      new WriterLease.Timing(Duration.ofHours(1), Duration.ofHours(1));
  private static final WriterLease.Timing STOPPED =
      new WriterLease.Timing(Duration.ofHours(1), Duration.ofMillis(500));
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws Exception {
    postgres = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws Exception {
    postgres.close();
  }

  private static BookKeeper.Settings settings(String name) throws Exception {
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return new BookKeeper.Settings(
        postgres.getJdbcUrl("postgres", name), "", "", 5, Duration.ofDays(1));
  }

  private static BookKeeper open(BookKeeper.Settings settings, WriterLease lease) {
    return BookKeeper.open(
        settings, Clock.systemUTC(), (commands, nanos) -> {}, Optional.of(lease));
  }

  private static CompletableFuture<Integer> open(BookKeeper keeper, String account, int number) {
    return keeper
        .decide("t", "", s -> BookDecision.of(new BookEvent.AccountOpened(account, number), number))
        .toCompletableFuture();
  }

  @Test
  void theNextWriterHasAllAnsweredDecisions() throws Exception {
    var settings = settings("handed_over");
    try (var lease = WriterLease.acquire(settings, QUICK);
        var keeper = open(settings, lease)) {
      for (int i = 0; i < 20; i++) {
        open(keeper, "a" + i, i).join();
      }
    }
    try (var lease = WriterLease.acquire(settings, QUICK);
        var keeper = open(settings, lease)) {
      assertThat(lease.epoch()).isEqualTo(2);
      assertThat(keeper.state().accounts().size()).isEqualTo(20);
    }
  }

  @Test
  void aWriterThatStandsStillIsOvertakenAndCommitsNothingMore() throws Exception {
    var settings = settings("overtaken");
    try (var paused = WriterLease.acquire(settings, NEVER_RENEWED);
        var first = open(settings, paused)) {
      open(first, "a", 0).join();

      try (var lease = WriterLease.acquire(settings, QUICK);
          var second = open(settings, lease)) {
        var late = open(first, "late", 1);

        assertThatThrownBy(late::join).hasRootCauseInstanceOf(RejectedExecutionException.class);
        paused.lost().toCompletableFuture().join();
        assertThat(first.isWritable()).isFalse();
        open(second, "b", 1).join();
        assertThat(second.state().account("late")).isEmpty();
        assertThat(second.events(0, 10)).hasSize(2);
      }
    }
  }

  /**
   * Checks a writer that is stopped as if by SIGSTOP: its transaction lock must not block other
   * writers.
   */
  @Test
  void aWriterThatStandsStillWithinATransactionIsOvertaken() throws Exception {
    var settings = settings("stopped");
    try (var lease = WriterLease.acquire(settings, STOPPED);
        var within = DriverManager.getConnection(settings.url())) {
      within.setAutoCommit(false);
      assertThat(lease.isHeld(within)).isTrue();

      try (var next = WriterLease.acquire(settings, QUICK)) {
        assertThat(next.epoch()).isEqualTo(2);
      }
      assertThat(within.isValid(0)).isFalse();
    }
  }

  @Test
  void aWriterThatEndsHandsOverImmediately() throws Exception {
    var settings = settings("ended");
    var patient = new WriterLease.Timing(Duration.ofMillis(20), Duration.ofHours(1));
    CompletableFuture<WriterLease> other;
    try (var lease = WriterLease.acquire(settings, QUICK);
        var keeper = open(settings, lease)) {
      other =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return WriterLease.acquire(settings, patient);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      for (int i = 0; i < 50; i++) {
        open(keeper, "a" + i, i).join();
      }
      assertThat(other).isNotDone();
    }

    try (var next = other.join()) {
      assertThat(next.epoch()).isEqualTo(2);
    }
  }
}
