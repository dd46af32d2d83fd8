package io.metasched.lab.campaign;

import io.metasched.service.agent.process.JobUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Empty PostgreSQL cluster that is copied for each seed, because a copy is faster than creation. It
 * listens on loopback only, with a password. PostgreSQL refuses to run as root; if this JVM runs as
 * root, PostgreSQL runs as the user of jobs.
 */
final class PostgresTemplate {
  static final String USER = "metasched";

  // small enough for the disk of a seed
  private static final String SETTINGS =
      """
      listen_addresses = '127.0.0.1'
      unix_socket_directories = ''
      max_connections = 20
      shared_buffers = '16MB'
      min_wal_size = '2MB'
      max_wal_size = '8MB'
      """;
  private static final int PASSWORD_BYTES = 16;

  private final PostgresPrograms programs;
  private final Path folder;
  private final Optional<JobUsers.Ids> user;
  private final String password;

  private PostgresTemplate(PostgresPrograms programs, Path folder, Optional<JobUsers.Ids> user) {
    this.programs = programs;
    this.folder = folder;
    this.user = user;
    var random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    password = HexFormat.of().formatHex(random);
  }

  /**
   * Creates a template.
   *
   * @param folder new folder, which is accessible to the user of jobs
   */
  static PostgresTemplate make(PostgresPrograms programs, Path folder)
      throws IOException, InterruptedException {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    var user = isRoot ? Optional.of(JobUsers.nobody()) : Optional.<JobUsers.Ids>empty();
    var template = new PostgresTemplate(programs, folder, user);
    template.make();
    return template;
  }

  private void make() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    var secret = Files.writeString(folder.resolve("password"), password);
    var log = folder.resolve("initdb.log");
    give(folder);
    give(secret);
    var process =
        command(
                "initdb",
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + secret,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--wal-segsize=1",
                "--no-sync")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(
          "initdb of %s creates no database: %s"
              .formatted(programs.folder(), Files.readString(log)));
    }
    Files.writeString(data().resolve("postgresql.conf"), SETTINGS, StandardOpenOption.APPEND);
  }

  private Path data() {
    return folder.resolve("data");
  }

  /** Changes the owner of a file to the user of PostgreSQL, if that is another user. */
  private void give(Path file) throws IOException {
    if (user.isPresent()) {
      Files.setAttribute(file, "unix:uid", user.get().uid());
      Files.setAttribute(file, "unix:gid", user.get().gid());
    }
  }

  String password() {
    return password;
  }

  /** Creates the data folder of a server as a copy of the template's. */
  void copyTo(Path other) throws IOException, InterruptedException {
    var command = List.of("cp", "-a", data().toString(), other.toString());
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("%s cannot be copied to %s".formatted(data(), other));
    }
  }

  /** Returns a command with one of the programs, run as the user of PostgreSQL. */
  ProcessBuilder command(String program, String... arguments) {
    var words = new ArrayList<>(JobUsers.drop(user, false));
    words.add(programs.path(program));
    words.addAll(List.of(arguments));
    var builder = new ProcessBuilder(words).directory(folder.getRoot().toFile());
    builder.environment().put("LC_ALL", "C");
    return builder;
  }
}
