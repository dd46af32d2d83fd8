package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Index of events by job. */
final class JobEventTableTest {
  private static final int EVENTS = 1500; // more than one read returns

  @TempDir private Path folder;
  private EventStore.Database database;

  @BeforeEach
  void place() {
    database = new EventStore.Database("jdbc:h2:file:" + folder.resolve("book/book"), "", "");
  }

  /** Returns an event. Every third event concerns no job, and all other events concern two jobs. */
  private static Recorded event(long number) {
    var event =
        number % 3 == 0
            ? new BookEvent.MovesEnded(0)
            : new BookEvent.CancelAsked("job" + number % 3);
    return new Recorded(number, Instant.ofEpochMilli(number), "t", "", event);
  }

  private static List<Recorded> events(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(JobEventTableTest::event).toList();
  }

  private static List<Recorded> ofJob(int job, long first, long last) {
    return events(first, last).stream().filter(each -> each.seq() % 3 == job).toList();
  }

  @Test
  void thoseOfAJobAreReadInOrderAndPageByPage() throws Exception {
    try (var store = new EventStore(database)) {
      store.createTables();
      store.append(EventStoreTest.change(events(1, 30)));

      assertThat(store.read("job1", 0, 100)).isEqualTo(ofJob(1, 1, 30));
      assertThat(store.read("job2", 11, 2)).isEqualTo(ofJob(2, 12, 17));
      assertThat(store.read("job2", 29, 100)).isEmpty();
      assertThat(store.read("none", 0, 100)).isEmpty();
    }
  }

  @Test
  void anOldBookIsIndexedWhenItIsOpened() throws Exception {
    try (var store = new EventStore(database)) {
      store.createTables();
      store.append(EventStoreTest.change(events(1, EVENTS)));
    }
    try (var connection = DriverManager.getConnection(database.url());
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE book_job_event");
    }
    for (int again = 0; again < 2; again++) {
      try (var store = new EventStore(database)) {
        store.createTables();

        assertThat(store.read("job1", 0, EVENTS)).isEqualTo(ofJob(1, 1, EVENTS));
        assertThat(store.read("job2", 0, EVENTS)).isEqualTo(ofJob(2, 1, EVENTS));
      }
    }
  }

  @Test
  void rowsOfDeletedEventsAreDeleted() throws Exception {
    try (var store = new EventStore(database);
        var connection = database.connect()) {
      store.createTables();
      store.append(EventStoreTest.change(events(1, 20)));

      JobEventTable.delete(connection, 10);

      assertThat(store.read("job1", 0, 100)).isEqualTo(ofJob(1, 10, 20));
      assertThat(store.read(0, 100)).hasSize(20);
    }
  }
}
