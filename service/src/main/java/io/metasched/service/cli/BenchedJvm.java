package io.metasched.service.cli;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceUsers;
import io.metasched.service.start.JvmCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** A service in a JVM of its own, which runs real processes and can be killed. */
final class BenchedJvm implements AutoCloseable {
  private final Process process;
  private final Path data;
  private final String url;

  /**
   * Starts it, and waits until it serves.
   *
   * @param folder that has its settings and its data, and may hold what an earlier one has left
   * @param nodes how many it has, all on this machine
   */
  BenchedJvm(Path folder, int nodes) throws IOException {
    // another user may run its jobs, and has to pass through
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    data = folder.resolve("data");
    var conf = Files.writeString(folder.resolve("bench.conf"), BenchedService.conf(nodes));
    var words =
        List.of(
            Metasched.class.getName(),
            "serve",
            conf.toString(),
            "--data",
            data.toString(),
            "--port",
            "0");
    var options = List.of("-Xmx1g", "-Dmetasched.home=" + ClientOptions.home());
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

  /** Kills it, so that it can do nothing more. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
