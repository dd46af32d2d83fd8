package io.metasched.metascheduler.deployment.journal;

import io.metasched.metascheduler.deployment.FolderOwner;
import io.metasched.metascheduler.deployment.config.JournalSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HexFormat;
import org.h2.tools.Server;

/**
 * Hosts a journal for the JVMs of this machine, from its start to its close: a database of H2 in a
 * folder of its own, served at a free port of 127.0.0.1 and protected by a password. It belongs in
 * the process that has started the JVMs, so that the journal remains when one of them is down. The
 * folder is deleted at the end, also when the program is interrupted.
 *
 * <p>Nothing waits for the disk: a commit is in the memory of this process, which outlives the JVMs
 * whose failure the journal is for, and H2 writes it to disk a little later. That is why a journal
 * of this kind does not survive this process.
 */
public final class JournalServer implements AutoCloseable {
  private static final String USER = "metasched";
  private static final String PREFIX = ".metasched-journal-";
  private static final int SECRET_BYTES = 24;

  private final Path folder;
  private final FolderOwner owner;
  private final JournalSettings settings;
  private final Connection connection;
  private final Server server;
  private final Thread onInterrupt = new Thread(this::stop, "stop-journal");
  private boolean isStopped;

  private JournalServer(
      Path folder, FolderOwner owner, Connection connection, Server server, String password) {
    this.folder = folder;
    this.owner = owner;
    this.connection = connection;
    this.server = server;
    var url = "jdbc:h2:tcp://127.0.0.1:%d/./journal".formatted(server.getPort());
    settings = JournalSettings.of(url, USER, password);
    Runtime.getRuntime().addShutdownHook(onInterrupt);
  }

  /**
   * Starts it, with its tables.
   *
   * @param parent where its folder is created
   * @throws IllegalStateException when it cannot be started
   */
  public static JournalServer start(Path parent) {
    // read by H2 when its server is first used; without it all addresses of the machine are taken
    System.setProperty("h2.bindAddress", "127.0.0.1");
    Path folder = null;
    try {
      deleteLeftovers(parent);
      folder = Files.createTempDirectory(parent, PREFIX);
      var owner = FolderOwner.of(folder);
      var password = secret();
      // the database is here, so the server needs to create none and lets no client create one
      var file = folder.resolve("journal").toAbsolutePath();
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
                  folder.toAbsolutePath().toString())
              .start();
      return new JournalServer(folder, owner, connection, server, password);
    } catch (IOException | SQLException e) {
      if (folder != null) {
        delete(folder);
      }
      throw new IllegalStateException(
          "the journal cannot be kept in %s: %s".formatted(parent, e.getMessage()), e);
    }
  }

  private static String secret() {
    var bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** How it is used. */
  public JournalSettings settings() {
    return settings;
  }

  /** Stops it, and deletes its folder. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException shuttingDown) {
      // then the hook runs, and finds nothing left to do
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
      // the folder is deleted anyway
    }
    try (owner) {
      delete(folder);
    } catch (IOException gone) {
      // the hold on it ends with the process at the latest
    }
  }

  /** A journal of a process that was killed is of no use. */
  private static void deleteLeftovers(Path parent) {
    for (var leftover : FolderOwner.leftovers(parent, PREFIX + "*")) {
      try {
        delete(leftover);
      } catch (UncheckedIOException inUse) {
        // another process deletes the same one
      }
    }
  }

  private static void delete(Path folder) {
    try (var tree = Files.walk(folder)) {
      for (var path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
