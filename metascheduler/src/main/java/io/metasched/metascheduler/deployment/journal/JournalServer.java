package io.metasched.metascheduler.deployment.journal;

import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.metascheduler.deployment.config.JournalSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HexFormat;
import org.h2.tools.Server;

/**
 * Server of a journal for the JVMs of this machine, from its start to its close: an H2 database in
 * a separate folder, served at a free port of 127.0.0.1 and protected by a password. The server
 * runs in the process that has started the JVMs, so that the journal remains available when one of
 * them fails. The folder is deleted at the end, even if the program is interrupted or killed.
 *
 * <p>Commits do not wait for the disk: a commit is in the memory of this process, and H2 writes it
 * to disk shortly afterwards. The journal therefore survives failures of the JVMs, but not the end
 * of this process.
 */
public final class JournalServer implements AutoCloseable {
  private static final String USER = "metasched";
  private static final String PREFIX = ".metasched-journal-";
  private static final int SECRET_BYTES = 24;

  private final TemporaryFolder folder;
  private final JournalSettings settings;
  private final Connection connection;
  private final Server server;
  private final Thread onInterrupt = new Thread(this::stop, "stop-journal");
  private boolean isStopped;

  private JournalServer(
      TemporaryFolder folder, Connection connection, Server server, String password) {
    this.folder = folder;
    this.connection = connection;
    this.server = server;
    var url = "jdbc:h2:tcp://127.0.0.1:%d/./journal".formatted(server.getPort());
    settings = JournalSettings.of(url, USER, password);
    Runtime.getRuntime().addShutdownHook(onInterrupt);
  }

  /**
   * Starts the server, with its tables.
   *
   * @param parent folder in which the server's folder is created
   * @throws IllegalStateException if the server cannot be started
   */
  public static JournalServer start(Path parent) {
    // H2 reads this property when its server is first used; without it, the server listens on all
    // addresses of the machine
    System.setProperty("h2.bindAddress", "127.0.0.1");
    TemporaryFolder folder = null;
    try {
      folder = TemporaryFolder.in(parent, PREFIX);
      var password = secret();
      // the database exists already, so the server need not create one and does not let clients
      // create one
      var file = folder.path().resolve("journal");
      var connection =
          DriverManager.getConnection(
              "jdbc:h2:file:%s;DB_CLOSE_ON_EXIT=FALSE".formatted(file), USER, password);
      JournalTables.createMissing(connection, JournalSettings.Kind.H2);
      var server =
          Server.createTcpServer(
                  "-tcpPort",
                  "0",
                  "-tcpPassword",
                  secret(),
                  "-ifExists",
                  "-tcpDaemon",
                  "-baseDir",
                  folder.path().toString())
              .start();
      return new JournalServer(folder, connection, server, password);
    } catch (IOException | SQLException e) {
      if (folder != null) {
        folder.close();
      }
      throw new IllegalStateException(
          "the journal cannot be stored in %s: %s".formatted(parent, e.getMessage()), e);
    }
  }

  private static String secret() {
    var bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns the settings of clients. */
  public JournalSettings settings() {
    return settings;
  }

  /** Stops the server, and deletes its folder. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException shuttingDown) {
      // then, the hook runs, and the folder is already deleted
    }
    stop();
  }

  private synchronized void stop() {
    if (isStopped) {
      return;
    }
    isStopped = true;
    server.stop();
    try (var statement = connection.createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    } catch (SQLException gone) {
      // the folder is deleted nevertheless
    }
    folder.close();
  }
}
