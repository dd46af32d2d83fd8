package io.metasched.lab.bench.service;

import io.metasched.lab.JvmCommand;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceUsers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** A service in a separate JVM that runs real processes and can be killed. */
final class BenchedJvm implements AutoCloseable {
  private final Process process;
  private final Path data;
  private final String url;

  /**
   * Starts the service and waits until it serves.
   *
   * @param folder folder of its settings and data, which may contain the settings and data of an
   *     earlier service
   * @param nodes number of nodes, all on this machine
   */
  BenchedJvm(Path folder, int nodes) throws IOException {
    // jobs may run as another user, who needs search permission
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    data = folder.resolve("data");
    var conf = Files.writeString(folder.resolve("bench.conf"), BenchedService.conf(nodes, ""));
    var words =
        List.of(
            Metasched.class.getName(),
            "serve",
            conf.toString(),
            "--data",
            data.toString(),
            "--port",
            "0");
    var options =
        List.of("-Xmx1g", "-Dmetasched.home=" + System.getProperty("metasched.home", "."));
    process =
        new ProcessBuilder(JvmCommand.of(options, words))
            .redirectError(folder.resolve("stderr").toFile())
            .start();
    var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    var first = lines.readLine();
    if (first == null) {
      throw new IllegalStateException(
          "the service of the bench does not start: " + Files.readString(folder.resolve("stderr")));
    }
    url = first.substring(first.lastIndexOf(' ') + 1);
  }

  ApiClient client() {
    return ApiClient.of(
        url, data.resolve("tokens/user1"), Optional.empty(), ServiceUsers.TRUST_ANY);
  }

  /** Kills the service and waits until it has terminated. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
