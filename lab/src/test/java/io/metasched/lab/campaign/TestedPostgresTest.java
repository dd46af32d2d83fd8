package io.metasched.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL under the faults of a campaign, run with the programs of the embedded distribution.
 */
final class TestedPostgresTest {
  @TempDir private static Path folder;
  private static TestedPostgres postgres;

  @BeforeAll
  static void start() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    var template = PostgresTemplate.make(programs(), folder.resolve("template"));
    var log = folder.resolve("postgres.log");
    postgres = TestedPostgres.start(template, folder.resolve("data"), log);
    execute("CREATE TABLE kept (number INT PRIMARY KEY)");
  }

  private static PostgresPrograms programs() throws Exception {
    try (var embedded = EmbeddedPostgres.start();
        var connection = embedded.getPostgresDatabase().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT setting FROM pg_config WHERE name = 'BINDIR'")) {
      rows.next();
      return PostgresPrograms.in(Path.of(rows.getString(1)));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    postgres.close();
  }

  private static Connection connect() throws SQLException {
    var database = ConfigFactory.parseString(postgres.conf()).getConfig("database");
    return DriverManager.getConnection(
        database.getString("url"), database.getString("user"), database.getString("password"));
  }

  private static void execute(String sql) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int count() throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM kept")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void committedRowsSurviveEachEnd() throws Exception {
    int before = count();
    Consumer<TestedPostgres> kill = TestedPostgres::kill;
    for (var end : java.util.List.of(kill, TestedPostgres::crash, TestedPostgres::end)) {
      execute("INSERT INTO kept SELECT COALESCE(MAX(number), 0) + 1 FROM kept");
      try (var session = connect()) {
        end.accept(postgres);
        assertThat(endsWithinAMinute(session)).isTrue();
      }
      postgres.awaitReady();
      assertThat(count()).isEqualTo(++before);
    }
  }

  /**
   * Returns whether a session ends; the session detects the end of a killed server after a short
   * time.
   */
  private static boolean endsWithinAMinute(Connection session) throws Exception {
    for (int i = 0; i < 6_000 && session.isValid(0); i++) {
      Thread.sleep(10);
    }
    return !session.isValid(0);
  }

  @Test
  void aPausedOneAnswersLater() throws Exception {
    int before = count();
    postgres.pause();
    var stopped = ProcessHandle.current().descendants().filter(TestedPostgresTest::isStopped);
    assertThat(stopped.count()).isPositive();
    postgres.resume();

    assertThat(count()).isEqualTo(before);
  }

  private static boolean isStopped(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", "" + process.pid(), "stat")).contains(") T ");
    } catch (java.io.IOException gone) {
      return false;
    }
  }

  @Test
  void aResetLinkEndsItsSessions() throws Exception {
    int before = count();
    try (var session = connect()) {
      postgres.link().reset();
      assertThat(session.isValid(0)).isFalse();
    }
    assertThat(count()).isEqualTo(before);
  }

  @Test
  void itAsksForAPassword() {
    var database = ConfigFactory.parseString(postgres.conf()).getConfig("database");

    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    database.getString("url"), database.getString("user"), "another"))
        .hasMessageContaining("password authentication failed");
  }
}
