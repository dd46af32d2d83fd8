package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Event store whose database is killed after a commit. A copy of the database's file simulates the
 * kill. The database reuses space immediately, instead of after the usual 45 s.
 */
final class KilledDatabaseTest {
  private static final int LIVES = 15;
  private static final String FILE = "book.mv.db";

  @TempDir private Path folder;

  private static Connection open(Path life) throws SQLException {
    var url = "jdbc:h2:file:%s;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;RETENTION_TIME=0";
    var connection = DriverManager.getConnection(url.formatted(life.resolve("book")));
    connection.setAutoCommit(false);
    return connection;
  }

  private static long last(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COALESCE(MAX(seq), 0) FROM book_event")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Path copy(Path life, String name) throws IOException {
    var other = Files.createDirectory(folder.resolve(name));
    Files.copy(life.resolve(FILE), other.resolve(FILE));
    return other;
  }

  @Test
  void committedEventsSurviveEachKill() throws Exception {
    var random = new SplittableRandom(1);
    var life = Files.createDirectory(folder.resolve("life-0"));
    long seq = 0;
    for (int number = 1; number <= LIVES; number++) {
      try (var connection = open(life)) {
        execute(
            connection,
            "CREATE TABLE IF NOT EXISTS book_event (seq BIGINT PRIMARY KEY, body TEXT NOT NULL)");
        execute(
            connection,
            "CREATE TABLE IF NOT EXISTS book_snapshot (seq BIGINT PRIMARY KEY, body TEXT)");
        connection.commit();
        assertThat(last(connection)).isEqualTo(seq);
        int commits = 1 + random.nextInt(4);
        for (int i = 0; i < commits; i++) {
          seq = insert(connection, seq, 1 + random.nextInt(3), random);
          connection.commit();
          try (var other = open(copy(life, "copy-%d-%d".formatted(number, i)))) {
            assertThat(last(other)).as("in the file after commit %d", seq).isEqualTo(seq);
          }
        }
        life = copy(life, "life-" + number); // the next database starts from the file of this one
      }
    }
  }

  private static long insert(Connection connection, long seq, int rows, SplittableRandom random)
      throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO book_event VALUES (?, ?)")) {
      for (int row = 1; row <= rows; row++) {
        insert.setLong(1, seq + row);
        insert.setString(2, "x".repeat(50 + random.nextInt(400)));
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return seq + rows;
  }
}
