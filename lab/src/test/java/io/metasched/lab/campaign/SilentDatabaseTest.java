package io.metasched.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.store.BookKeeper;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connection to the database that stops transmitting data without an error. */
final class SilentDatabaseTest {
  private static final Duration OFTEN = Duration.ofMillis(50);

  @Test
  void aConnectionIsGivenUpAndWhatWasAskedForIsWrittenByAnother() throws Exception {
    try (var postgres = EmbeddedPostgres.start();
        var link = new TcpProxy(postgres.getPort())) {
      var url =
          "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres&socketTimeout=1&loginTimeout=1"
              .formatted(link.port());
      var settings = new BookKeeper.Settings(url, "", "", 1000, Duration.ofDays(90));
      try (var keeper = BookKeeper.open(settings, Clock.systemUTC(), (commands, nanos) -> {})) {
        link.set(TcpProxy.Mode.STALLED);
        var asked =
            keeper.decide(
                "admin",
                "r-1",
                state -> BookDecision.of(new BookEvent.AccountOpened("a", 0), "done"));
        while (keeper.isWritable()) {
          Thread.sleep(OFTEN.toMillis());
        }
        assertThat(asked.toCompletableFuture()).isNotDone();

        link.set(TcpProxy.Mode.OPEN);

        assertThat(asked.toCompletableFuture().join()).isEqualTo("done");
        assertThat(keeper.isWritable()).isTrue();
        assertThat(keeper.events(0, 10)).hasSize(1);
      }
    }
  }
}
