package io.metasched.service.store;

import io.metasched.service.book.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The table of which events are about which job, so that those of one are found without reading all
 * others. A row has the place of a job in the book: the number of the event and that of the job
 * within it. It is written in the transaction of its event.
 */
final class JobEventTable {
  static final String EVENTS_OF_JOB =
      "SELECT e.seq, e.at, e.origin, e.request, e.body FROM book_job_event j JOIN book_event e ON"
          + " e.seq = j.seq WHERE j.job = ? AND j.place >= ? ORDER BY j.place LIMIT ?";

  private static final List<String> TABLE =
      List.of(
          "CREATE TABLE IF NOT EXISTS book_job_event (place BIGINT PRIMARY KEY, seq BIGINT NOT NULL,"
              + " job VARCHAR(64) NOT NULL)",
          "CREATE INDEX IF NOT EXISTS book_job_event_of ON book_job_event (job, place)");

  /** More jobs than an event can be about. */
  private static final int JOB_BITS = 20;

  private JobEventTable() {}

  /** The place of a job within an event. */
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

  /** The number of the last event that is about a job; 0 where there is none. */
  static long last(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COALESCE(MAX(place), 0) FROM book_job_event")) {
      rows.next();
      return rows.getLong(1) >> JOB_BITS;
    }
  }

  /** Writes of which jobs events are; it is to be committed. */
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

  /** Deletes what is of events below a number; it is to be committed. */
  static void delete(Connection connection, long below) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM book_job_event WHERE place < ?")) {
      delete.setLong(1, place(below, 0));
      delete.executeUpdate();
    }
  }
}
