package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of the book. */
final class EventStoreTest {
  private static final int EVENTS = 11_000;

  @TempDir private Path folder;

  private static Recorded event(long number) {
    return new Recorded(number, Instant.EPOCH, "t", "", new BookEvent.MovesEnded(0));
  }

  @Test
  void manyOldEventsAreDeletedInStatementsOfWhichNoneNeedsAFileOfItsOwn() throws Exception {
    var database = new EventStore.Database("jdbc:h2:file:" + folder.resolve("book/book"), "", "");
    try (var store = new EventStore(database)) {
      store.createTables();
      var events = LongStream.rangeClosed(1, EVENTS).mapToObj(EventStoreTest::event).toList();
      store.append(events);

      store.writeSnapshot(store.load(), Instant.EPOCH);
      var next = List.of(event(EVENTS + 1));
      store.append(next);
      store.writeSnapshot(store.load(), Instant.EPOCH.plusSeconds(1));

      assertThat(store.first()).isEqualTo(EVENTS + 1);
      assertThat(store.read(0, 10)).isEqualTo(next);
    }
  }
}
