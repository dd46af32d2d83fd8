package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.client.ApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pipelines of the folder {@code examples}: a workflow file, and pipelines by the programs of their
 * users, which submit with Slurm's commands. Skipped without these programs: {@code snakemake}, and
 * the jars of Nextflow in the folder METASCHED_NEXTFLOW.
 */
@Tag("clients")
@Tag("slow")
final class SlurmClientsTest {
  private static final String REPORT = "9 samples, sum 45330\n";
  private static final String CONF =
      """
      metasched.service {
        cycle { period = 200ms, lead = 300ms }
      runs { prepare-lead = 1s }
        nodes = [ %s ]
      }
      """;
  private static final String NODE =
      "{ name = \"here-%d\", domain = \"here\", performance = 1, price = \"0.010\", properties = []"
          + " }\n";

  @TempDir private Path folder;
  private Path work = Path.of("");
  private Optional<ServiceJvm> service = Optional.empty();

  private void start() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "no curl");
    // a service that is root runs jobs as other users
    allow(folder, "rwxr-xr-x");
    work = allow(Files.createDirectory(folder.resolve("work")), "rwxrwxrwx");
    allow(Files.createDirectory(folder.resolve("home")), "rwxrwxrwx");
    var nodes = new StringBuilder();
    for (int number = 1; number <= 8; number++) {
      nodes.append(NODE.formatted(number));
    }
    Files.writeString(folder.resolve("my.conf"), CONF.formatted(nodes));
    service = Optional.of(ServiceJvm.start(folder, "0"));
    var commands = folder.resolve("commands").toString();
    assertThat(Metasched.commandLine().execute("slurm-commands", commands)).isZero();
  }

  @AfterEach
  void end() {
    service.ifPresent(ServiceJvm::kill);
  }

  private static Path allow(Path path, String permissions) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private ServiceJvm service() {
    return service.orElseThrow();
  }

  /**
   * Starts a service, and a program in the folder of an example, whose files jobs of other users
   * may write.
   */
  private Process launch(String example, List<String> words) throws IOException {
    start();
    try (var files = Files.list(Path.of("../examples").resolve(example))) {
      for (var file : files.toList()) {
        var copy = Files.copy(file, work.resolve(file.getFileName()));
        allow(copy, "rwxr-xr-x");
      }
    }
    var all = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"));
    all.addAll(words);
    var builder = new ProcessBuilder(all).directory(work.toFile()).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("said").toFile());
    var environment = builder.environment();
    environment.put("PATH", folder.resolve("commands") + ":" + environment.get("PATH"));
    environment.put("HOME", folder.resolve("home").toString());
    environment.put("USER", "ann");
    environment.put("NXF_HOME", folder.resolve("home").toString());
    environment.put("NXF_OFFLINE", "true");
    environment.put("METASCHED_URL", service().url);
    environment.put("METASCHED_TOKEN_FILE", folder.resolve("data/tokens/user1").toString());
    environment.put("METASCHED_BUDGET", "1");
    return builder.start();
  }

  private void succeeds(Process process) throws IOException, InterruptedException {
    try {
      boolean isOver = process.waitFor(15, TimeUnit.MINUTES);
      assertThat(isOver).isTrue();
      assertThat(process.exitValue()).as(Files.readString(folder.resolve("said"))).isZero();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private ApiClient client() {
    return ApiClient.of(service().url, folder.resolve("data/tokens/user1"), Optional.empty());
  }

  private List<JsonNode> jobs() {
    var jobs = new ArrayList<JsonNode>();
    client().get("/v1/jobs?limit=1000").path("items").forEach(jobs::add);
    return jobs;
  }

  /** Asserts that this number of jobs was submitted, and that each has run once with success. */
  private void ranOnce(int number) {
    assertThat(jobs()).hasSize(number);
    for (var job : jobs()) {
      assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("finished");
      var path = "/v1/jobs/%s/events?limit=1000".formatted(job.path("id").asText());
      int starts = 0;
      for (var event : client().get(path).path("items")) {
        starts += event.path("event").asText().equals("part-started") ? 1 : 0;
      }
      assertThat(starts).as(job.toString()).isEqualTo(1);
    }
  }

  private static List<String> nextflow(String... words) {
    var jars = Optional.ofNullable(System.getenv("METASCHED_NEXTFLOW"));
    assumeTrue(jars.isPresent(), "no jars of Nextflow in METASCHED_NEXTFLOW");
    var all =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx300m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jars.get() + "/*",
                "nextflow.cli.Launcher",
                "run",
                "main.nf",
                "-ansi-log",
                "false"));
    all.addAll(List.of(words));
    return all;
  }

  private static List<String> snakemake(String... words) {
    boolean isThere =
        Stream.of(System.getenv("PATH").split(":", -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "snakemake")));
    assumeTrue(isThere, "no snakemake");
    var all = new ArrayList<>(List.of("snakemake", "--jobs", "20", "--latency-wait", "60"));
    all.addAll(List.of(words));
    return all;
  }

  @Test
  void nextflowRunsItsPipeline() throws Exception {
    succeeds(launch("nextflow", nextflow()));

    assertThat(work.resolve("results/report.txt")).hasContent(REPORT.strip());
    ranOnce(20);
  }

  @Test
  void snakemakeRunsItsWorkflowOnACluster() throws Exception {
    var submit = List.of("--cluster", "sbatch --parsable -t 1", "--cluster-status", "./status");
    var words = snakemake(submit.toArray(String[]::new));

    succeeds(launch("snakemake", words));

    assertThat(work.resolve("report.txt")).hasContent(REPORT.strip());
    ranOnce(20);
  }

  @Test
  void theWorkflowFileRunsToItsEnd() throws Exception {
    start();
    var words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Metasched.class.getName(),
            "workflow",
            "examples/workflow/survey.conf",
            "--wait");
    var builder = new ProcessBuilder(words).directory(Path.of("..").toFile());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile());
    builder.environment().put("DATA", work.toString());
    builder.environment().put("METASCHED_URL", service().url);
    builder
        .environment()
        .put("METASCHED_TOKEN_FILE", folder.resolve("data/tokens/user1").toString());

    succeeds(builder.start());

    assertThat(work.resolve("sum")).hasContent("1000");
    ranOnce(6);
  }

  @Tag("long")
  @Test
  void snakemakeRunsItsWorkflowOnSlurm() throws Exception {
    // snakemake looks for the end of one job each 33 s
    var words = snakemake("--slurm", "--config", "samples=2", "--default-resources");
    words.addAll(List.of("runtime=1", "slurm_account=user1", "mem_mb=800"));

    succeeds(launch("snakemake", words));

    assertThat(work.resolve("report.txt")).hasContent("2 samples, sum 10099");
    ranOnce(6);
  }

  @Tag("long")
  @Test
  void nextflowSubmitsEachTaskOnceWhileTheServiceIsKilled() throws Exception {
    var pipeline = launch("nextflow", nextflow("--samples", "99"));

    for (int submitted : List.of(40, 130)) {
      while (pipeline.isAlive() && jobs().size() < submitted) {
        Thread.sleep(200);
      }
      service().kill();
      Thread.sleep(3000); // some commands find no service
      service = Optional.of(ServiceJvm.start(folder, service().port()));
    }

    succeeds(pipeline);
    assertThat(work.resolve("results/report.txt")).content().startsWith("99 samples, sum ");
    ranOnce(200);
    var names = new TreeSet<String>();
    jobs().forEach(job -> names.add(job.path("name").asText()));
    assertThat(names).hasSize(200);
  }
}
