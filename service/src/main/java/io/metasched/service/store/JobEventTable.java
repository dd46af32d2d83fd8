package io.metasched.service.store;

import io.metasched.service.book.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Table of the jobs of each event, so that the events of a job are found without reading all other
 * events. The submission of an array is found by the id of the array. The place of a row combines
 * the event number and the index of the job in the event. A row is written in the transaction of
 * its event.
 */
final class JobEventTable {
  static final String EVENTS_OF_JOB =
      "SELECT e.seq, e.at, e.origin, e.request, e.body FROM book_job_event j JOIN book_event e ON"
          + " e.seq = j.seq WHERE j.job IN (?, ?) AND j.place >= ? ORDER BY j.place LIMIT ?";

  private static final List<String> TABLE =
      List.of(
          "CREATE TABLE IF NOT EXISTS book_job_event (place BIGINT PRIMARY KEY, seq BIGINT NOT"
              + " NULL, job VARCHAR(64) NOT NULL)",
          "CREATE INDEX IF NOT EXISTS book_job_event_of ON book_job_event (job, place)");

  /** Number of bits of the index; enough for the jobs of any event. */
  private static final int JOB_BITS = 20;

  private JobEventTable() {}

  /** Returns the place of a job of an event. */
  static long place(long seq, int number) {
    return (seq << JOB_BITS) + number;
  }

  static void create(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var part : TABLE) {
        statement.execute(part);
      }
    }
  }

  /** Returns the number of the last event that concerns a job; 0 if there is none. */
  static long last(Connection connection) throws SQLException {
    var place = EventStore.number(connection, "SELECT MAX(place) FROM book_job_event");
    return place.orElse(0) >> JOB_BITS;
  }

  /** Writes the jobs of events. The caller commits. */
  static void write(Connection connection, List<Recorded> events) throws SQLException {
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO book_job_event (place, seq, job) VALUES (?, ?, ?)")) {
      boolean isAny = false;
      for (var each : events) {
        var jobs = each.event().jobs();
        for (int number = 0; number < jobs.size(); number++) {
          insert.setLong(1, place(each.seq(), number));
          insert.setLong(2, each.seq());
          insert.setString(3, jobs.get(number));
          insert.addBatch();
          isAny = true;
        }
      }
      if (isAny) {
        insert.executeBatch();
      }
    }
  }

  /** Deletes the rows of events below a number. The caller commits. */
  static void delete(Connection connection, long below) throws SQLException {
    EventStore.execute(connection, "DELETE FROM book_job_event WHERE place < ?", place(below, 0));
  }
}
