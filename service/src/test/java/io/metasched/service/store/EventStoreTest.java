package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the event store. */
final class EventStoreTest {
  private static final int EVENTS = 11_000;

  @TempDir private Path folder;

  private static Recorded event(long number) {
    return new Recorded(number, Instant.EPOCH, "t", "", new BookEvent.MovesEnded(0));
  }

  /** Returns a change that adds events and needs no other inputs than before. */
  static EventStore.Change change(List<Recorded> events) {
    return new EventStore.Change(BookState.EMPTY, BookState.EMPTY, events, Map.of());
  }

  @Test
  void aBatchIsFoundAgainThatIsReadInPieces() throws Exception {
    var database = new EventStore.Database("jdbc:h2:file:" + folder.resolve("book/book"), "", "");
    var text = "x".repeat(2 << 20);
    var events =
        LongStream.rangeClosed(1, 5)
            .mapToObj(n -> new BookEvent.JobPostponed("j" + n, 0, "no-window", text))
            .map(event -> new Recorded(number(event), Instant.EPOCH, "t", "", event))
            .toList();
    try (var store = new EventStore(database)) {
      store.createTables();
      store.append(change(events));

      assertThat(store.read(0, 5)).hasSizeLessThan(5);
      assertThat(store.has(events)).isTrue();
      assertThat(store.has(events.subList(1, 5))).isTrue();
      var other = new ArrayList<>(events);
      other.set(4, event(5));
      assertThat(store.has(other)).isFalse();
    }
  }

  private static long number(BookEvent.JobPostponed event) {
    return Long.parseLong(event.id().substring(1));
  }

  @Test
  void manyOldEventsAreDeletedInStatementsOfWhichNoneNeedsAFileOfItsOwn() throws Exception {
    var database = new EventStore.Database("jdbc:h2:file:" + folder.resolve("book/book"), "", "");
    try (var store = new EventStore(database)) {
      store.createTables();
      var events = LongStream.rangeClosed(1, EVENTS).mapToObj(EventStoreTest::event).toList();
      store.append(change(events));

      store.writeSnapshot(store.load(), Instant.EPOCH);
      var next = List.of(event(EVENTS + 1));
      store.append(change(next));
      store.writeSnapshot(store.load(), Instant.EPOCH.plusSeconds(1));

      assertThat(store.first()).isEqualTo(EVENTS + 1);
      assertThat(store.read(0, 10)).isEqualTo(next);
    }
  }
}
