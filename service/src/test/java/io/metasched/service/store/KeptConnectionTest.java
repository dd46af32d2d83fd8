package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptConnectionTest {
  private static final int READERS = 4;
  private static final int TRIES = 3;

  @TempDir Path folder;

  private interface Query<T> {
    T of(KeptConnection kept) throws SQLException;
  }

  private static int write(KeptConnection kept, String sql) throws SQLException {
    try (var statement = kept.get().createStatement()) {
      int rows = statement.executeUpdate(sql);
      kept.get().commit();
      return rows;
    }
  }

  private static int count(KeptConnection kept) throws SQLException {
    try (var statement = kept.get().createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM numbers")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** Repeats a query as users of connections do. */
  private static <T> T repeated(KeptConnection kept, Query<T> query) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        return query.of(kept);
      } catch (SQLException e) {
        kept.giveUp();
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  @Test
  void allConnectionsReopenADatabaseThatH2ClosedBecauseTheDiskWasFull() throws Exception {
    FaultyFiles.register();
    var url = "jdbc:h2:faulty:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    var database = new EventStore.Database(url, "", "");
    try (var writer = new KeptConnection(database, false)) {
      write(writer, "CREATE TABLE numbers (n INT PRIMARY KEY)");
      List<KeptConnection> readers =
          Stream.generate(() -> new KeptConnection(database, false)).limit(READERS).toList();
      for (var reader : readers) {
        assertThat(count(reader)).isZero();
        if (readers.indexOf(reader) % 2 == 0) { // the others are in a transaction
          reader.get().commit();
        }
      }
      FaultyFiles.WRITE_FAILS.set(true);
      assertThatThrownBy(() -> write(writer, "INSERT INTO numbers VALUES (1)"))
          .isInstanceOf(SQLException.class);
      FaultyFiles.WRITE_FAILS.set(false);
      writer.giveUp();
      repeated(writer, kept -> write(kept, "INSERT INTO numbers VALUES (2)"));

      for (var reader : readers) {
        int found = repeated(reader, KeptConnectionTest::count);
        assertThat(found).isEqualTo(1);
      }
      int written = repeated(writer, kept -> write(kept, "INSERT INTO numbers VALUES (3)"));
      assertThat(written).isEqualTo(1);
      readers.forEach(KeptConnection::close);
    } finally {
      FaultyFiles.WRITE_FAILS.set(false);
    }
  }
}
