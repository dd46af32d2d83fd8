package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Client in Python that OpenAPI Generator makes from the description, with a real service. Skipped
 * without Maven, Python 3 and the packages of generated clients.
 */
@Tag("clients")
@Tag("slow")
final class GeneratedClientTest {
  private static final Path EXAMPLE = Path.of("../examples/python-client").toAbsolutePath();
  private static final String PACKAGES = "import pydantic.v1, urllib3, dateutil, typing_extensions";

  @TempDir private Path folder;

  /** Runs a program, and returns its output and its exit status as the last line. */
  private String run(List<String> environment, String... words)
      throws IOException, InterruptedException {
    var output = folder.resolve("output");
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.redirectOutput(output.toFile());
    for (int i = 0; i < environment.size(); i += 2) {
      builder.environment().put(environment.get(i), environment.get(i + 1));
    }
    var process = builder.start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return Files.readString(output) + "exit " + process.exitValue();
  }

  private boolean canRun(String... words) throws InterruptedException {
    try {
      return run(List.of(), words).endsWith("exit 0");
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  @Test
  void theExampleSubmitsWaitsReadsAndIsRefused() throws Exception {
    assumeTrue(canRun("mvn", "-version"), "no Maven");
    assumeTrue(canRun("python3", "-c", PACKAGES), "no packages of generated clients in Python");
    var client = folder.resolve("client");
    var mvn =
        new ArrayList<>(List.of("mvn", "-B", "-q", "-f", EXAMPLE.resolve("pom.xml").toString()));
    mvn.addAll(List.of("-Dclient.folder=" + client, "generate-sources"));

    var generated = run(List.of(), mvn.toArray(String[]::new));

    assumeTrue(!generated.contains("Could not transfer artifact"), "no registry of plug-ins");
    assertThat(generated).endsWith("exit 0");
    try (var api = new TestedApi(folder);
        var models = Files.list(client.resolve("metasched_api/models"))) {
      assertThat(models.map(each -> each.getFileName().toString()))
          .as("schemas without a name")
          .noneMatch(name -> name.contains("inline") || name.matches(".*(_inner|_of_\\d*)\\.py"));
      var token = folder.resolve("data/tokens/user1").toString();
      var environment =
          List.of(
              "METASCHED_URL", api.service.url(),
              "METASCHED_TOKEN_FILE", token,
              "PYTHONPATH", client.toString());
      var printed =
          run(environment, "python3", EXAMPLE.resolve("run_job.py").toString(), "hello", "world");

      assertThat(printed)
          .startsWith("submitted ")
          .contains("finished exit 0 cost 0.", "hello world\n", "listed ['")
          .contains("refused: 403 /problems/forbidden ")
          .endsWith("\nexit 0");
    }
  }
}
