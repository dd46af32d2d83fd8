package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Port of a killed service, taken by a job. */
@Tag("slow")
final class TakenPortTest {
  private static final String JOB =
      """
      public class Taker {
        public static void main(String[] none) throws Exception {
          try (var port = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            System.out.println(port.getLocalPort());
            try (var client = port.accept()) {
              System.out.println(client.getInputStream().readAllBytes().length + " bytes");
            }
          }
        }
      }
      """;

  @TempDir private Path folder;

  private Optional<Process> asNobody() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var source = Files.writeString(folder.resolve("Taker.java"), JOB);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var change = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    try {
      var command = new ArrayList<>(change);
      command.addAll(List.of(java, "-XX:TieredStopAtLevel=1", source.toString()));
      return Optional.of(
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      return Optional.empty(); // setpriv is missing
    }
  }

  @Test
  void aJobThatHasThePortOfAServiceGetsNoToken() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "another user can be taken on");
    var taker = asNobody();
    assumeTrue(taker.isPresent(), "another user can be taken on");
    var token = Files.writeString(folder.resolve("admin"), "mst_secret");
    try (var lines =
        new BufferedReader(
            new InputStreamReader(taker.get().getInputStream(), StandardCharsets.UTF_8))) {
      var port = lines.readLine();

      var ended =
          StubService.execute("queue", "--url=http://127.0.0.1:" + port, "--token-file=" + token);

      assertThat(ended.code()).isEqualTo(3);
      assertThat(ended.err())
          .startsWith(
              "metasched: 127.0.0.1:%s is used by process %d of "
                  .formatted(port, taker.get().pid()))
          .endsWith("(--service-user, METASCHED_SERVICE_USER)\n")
          .containsOnlyOnce("\n");
      assertThat(lines.readLine()).isEqualTo("0 bytes");
      assertThat(taker.get().waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      taker.get().destroyForcibly();
    }
  }
}
