package io.metasched.metascheduler.deployment.journal;

import akka.persistence.jdbc.journal.JdbcAsyncWriteJournal;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.JournalSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.regex.Pattern;

/** Tables of a journal, as defined by the plugin that writes it. */
public final class JournalTables {
  // the definitions assume a database without indices and with concurrent writers
  private static final Pattern INDEX =
      Pattern.compile("INDEX (?:CONCURRENTLY )?+(?!IF )", Pattern.CASE_INSENSITIVE);

  private JournalTables() {}

  /**
   * Creates the missing tables.
   *
   * @throws DeploymentException if the database cannot be reached or refuses the statements
   */
  public static void createMissing(JournalSettings journal) {
    try (var connection =
        DriverManager.getConnection(journal.url(), journal.user(), journal.password())) {
      createMissing(connection, journal.kind());
      if (journal.kind() == JournalSettings.Kind.H2) {
        requireDurableCommits(connection);
      }
    } catch (SQLException e) {
      throw new DeploymentException(
          "%s: cannot be used: %s"
              .formatted(journal, firstLine(journal, String.valueOf(e.getMessage()))));
    }
  }

  /**
   * Makes H2 write commits to disk at once. By default, H2 writes them half a second later, and
   * killing the database could then lose an event that a reply has confirmed. The setting is stored
   * in the database.
   */
  private static void requireDurableCommits(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET WRITE_DELAY 0");
    }
  }

  static void createMissing(Connection connection, JournalSettings.Kind kind) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var definition : definitions(kind).split(";", -1)) {
        if (!definition.isBlank()) {
          statement.execute(INDEX.matcher(definition).replaceAll("INDEX IF NOT EXISTS "));
        }
      }
    }
  }

  private static String definitions(JournalSettings.Kind kind) {
    var file = "/schema/%1$s/%1$s-create-schema.sql".formatted(kind.registryName());
    try (var stream = JdbcAsyncWriteJournal.class.getResourceAsStream(file)) {
      return new String(
          Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the first line of an error without secrets; a driver may repeat its input in an error.
   */
  private static String firstLine(JournalSettings journal, String message) {
    var line = message.lines().findFirst().orElse("").replace(journal.url(), "…");
    return journal.password().isEmpty() ? line : line.replace(journal.password(), "…");
  }
}
