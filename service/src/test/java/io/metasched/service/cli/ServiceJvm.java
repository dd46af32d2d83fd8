package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Service process that can be killed, with settings in {@code my.conf} and all data in one folder.
 */
final class ServiceJvm {
  final Process process;
  private final BufferedReader lines;
  String url = "";

  private ServiceJvm(Process process) {
    this.process = process;
    lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a service and waits until it serves requests. */
  static ServiceJvm start(Path folder, String port) throws IOException {
    var service = launch(folder, port);
    service.awaitServing();
    return service;
  }

  static ServiceJvm launch(Path folder, String port) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ServiceJvm(
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Metasched.class.getName(),
                "serve",
                folder.resolve("my.conf").toString(),
                "--data",
                folder.resolve("data").toString(),
                "--port",
                port)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Waits until the service serves requests. */
  void awaitServing() throws IOException {
    var first = lines.readLine();
    assertThat(first).startsWith("metasched serves at ");
    url = first.substring(first.lastIndexOf(' ') + 1);
  }

  String port() {
    return url.substring(url.lastIndexOf(':') + 1);
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }
}
