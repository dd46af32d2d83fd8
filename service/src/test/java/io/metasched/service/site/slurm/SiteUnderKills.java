package io.metasched.service.site.slurm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import io.metasched.service.client.ServiceUsers;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service, agent and real Slurm with 8 nodes, each program a process that can be killed. Jobs of
 * the service and jobs of the site write lines about themselves, and report a clash if a process of
 * another job is still on their node.
 */
final class SiteUnderKills implements AutoCloseable {
  static final int NODES = 8;
  private static final Logger LOG = LoggerFactory.getLogger(SiteUnderKills.class);
  private static final int PATIENCE_SECONDS = 60;
  private static final BatchSubmission.User LOCAL = OnSlurm.LOCAL;

  // a lock on a file belongs to all processes that have the file open
  private static final String OURS =
      """
      exec 7>>%1$s/lock-$METASCHED_NODE
      flock -n 7 || echo "$METASCHED_RUN on $METASCHED_NODE" >>%1$s/clashes
      exec 8>>%1$s/lock-$METASCHED_JOB_ID.$METASCHED_PART
      flock -n 8 || echo "$METASCHED_RUN twice" >>%1$s/clashes
      echo "S $METASCHED_RUN $METASCHED_NODE $(date +%%s%%3N)" >>%1$s/ours
      sleep %2$d.%3$d
      echo "E $METASCHED_RUN $METASCHED_NODE $(date +%%s%%3N)" >>%1$s/ours
      """;
  private static final String THEIRS =
      """
      #!/bin/sh
      exec 7>>%1$s/lock-%2$s
      flock -n 7 || echo "local job $SLURM_JOB_ID on %2$s" >>%1$s/clashes
      echo "S $SLURM_JOB_ID %2$s $(date +%%s%%3N)" >>%1$s/theirs
      sleep %3$d
      echo "E $SLURM_JOB_ID %2$s $(date +%%s%%3N)" >>%1$s/theirs
      """;

  private final Path folder;
  private final Random random;
  private final RealSlurm slurm;
  private final int apiPort = FreePort.find();
  private final int deskPort = FreePort.find();
  private @Nullable Process service;
  private @Nullable Process agent;

  SiteUnderKills(Path folder, Random random) throws IOException, InterruptedException {
    this.folder = folder;
    this.random = random;
    slurm = RealSlurm.start(NODES);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Files.createDirectories(folder.resolve("home/conf"));
    Files.writeString(
        folder.resolve("home/conf/agent.conf"),
        "metasched.agent { repeat = 1s, site.slurm { user = nobody, margin = 10s } }\n");
    var atService = new ArrayList<String>();
    var atAgent = new ArrayList<String>();
    for (int i = 1; i <= NODES; i++) {
      atService.add(
          "{ name = hpc-%d, domain = hpc, performance = 1, price = \"0.010\", properties = [] }"
              .formatted(i));
      atAgent.add("{ name = hpc-%1$d, at-site = n%1$d }".formatted(i));
      openToAll("lock-hpc-" + i);
    }
    openToAll("ours");
    openToAll("theirs");
    openToAll("clashes");
    Files.writeString(
        folder.resolve("head.conf"),
        """
        metasched.service { port = %d, data = "%s", executor = agents
          agents { listen = "127.0.0.1:%d", domains = [hpc] }
          nodes = [%s], users = [ { name = ann, deposit = "1000.000" } ] }
        """
            .formatted(apiPort, folder.resolve("data"), deskPort, String.join(",", atService)));
    Files.writeString(
        folder.resolve("nodes.conf"), "nodes = [%s]".formatted(String.join(",", atAgent)));
    startService();
    startAgent();
  }

  private void openToAll(String name) throws IOException {
    var file = Files.createFile(slurm.output().resolve(name));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
  }

  RealSlurm slurm() {
    return slurm;
  }

  /** Returns the lines that jobs have written to a file. */
  List<String> lines(String name) throws IOException {
    return Files.readAllLines(slurm.output().resolve(name));
  }

  // --- programs

  private Process program(String log, String... words) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx200m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dmetasched.home=" + folder.resolve("home"),
                "-cp",
                System.getProperty("java.class.path"),
                Metasched.class.getName()));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(log).toFile()));
    builder.environment().put("SLURM_CONF", slurm.folder().resolve("slurm.conf").toString());
    builder.environment().put("METASCHED_URL", "http://127.0.0.1:" + apiPort);
    builder.environment().put("METASCHED_TOKEN_FILE", token("admin").toString());
    builder.environment().put("METASCHED_SERVICE_USER", "any");
    return builder.start();
  }

  void startService() throws IOException {
    service = program("service.log", "serve", folder.resolve("head.conf").toString());
  }

  void startAgent() throws IOException {
    agent =
        program(
            "agent.log",
            "agent",
            "--domain",
            "hpc",
            "--nodes",
            folder.resolve("nodes.conf").toString(),
            "--service",
            "127.0.0.1:" + deskPort,
            "--folder",
            folder.resolve("agent").toString(),
            "--site",
            "slurm",
            "--partition",
            "main",
            "--sells",
            "firm");
  }

  void killService() {
    kill(service);
  }

  void killAgent() {
    kill(agent);
  }

  private static void kill(@Nullable Process process) {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  /** Kills a process of a supervisor, chosen at random; returns whether there was one. */
  boolean killSupervisor() {
    var mark = "batch " + folder.resolve("agent");
    var found =
        ProcessHandle.allProcesses()
            .filter(each -> commandLine(each.pid()).contains(mark))
            .sorted()
            .toList();
    if (found.isEmpty()) {
      return false;
    }
    return found.get(random.nextInt(found.size())).destroyForcibly();
  }

  private static String commandLine(long pid) {
    try {
      var file = Path.of("/proc/%d/cmdline".formatted(pid));
      return Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }

  /** Runs a command of the program to its end; returns its exit status. */
  int run(String... words) throws IOException, InterruptedException {
    return program("commands.log", words).waitFor();
  }

  /** Returns what the commands have printed. */
  String commandOutput() throws IOException {
    var file = folder.resolve("commands.log");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  // --- load

  private Path token(String user) {
    return folder.resolve("data/tokens").resolve(user);
  }

  ApiClient client() {
    return ApiClient.of(
        "http://127.0.0.1:" + apiPort, token("admin"), Optional.empty(), ServiceUsers.TRUST_ANY);
  }

  /** Submits a job of the service; returns its id, or empty if the service does not answer. */
  Optional<String> submit(int number) {
    int seconds = 3 + random.nextInt(8);
    int nodes = 1 + random.nextInt(3);
    try {
      return Optional.of(
          submit("ours-" + number, nodes, seconds + 5, number % 2 == 0 ? "requeue" : "fail"));
    } catch (ServiceException notNow) {
      return Optional.empty();
    }
  }

  /**
   * Submits a job of the service whose parts run until 5 s before the end of their window; returns
   * its id.
   */
  String submit(String name, int nodes, int windowSeconds, String onNodeLoss) {
    var job = JsonNodeFactory.instance.objectNode();
    job.put("name", name).put("nodes", nodes).put("account", "ann").put("onNodeLoss", onNodeLoss);
    job.putObject("work").put("duration", Duration.ofSeconds(windowSeconds).toString());
    var script = OURS.formatted(slurm.output(), windowSeconds - 5, random.nextInt(10));
    job.putObject("run").put("grace", "PT1S").putArray("command").add("sh").add("-c").add(script);
    var user =
        ApiClient.of(
            "http://127.0.0.1:" + apiPort, token("ann"), Optional.empty(), ServiceUsers.TRUST_ANY);
    return user.post("/v1/jobs", job, Optional.empty()).path("id").asText();
  }

  /** Submits a job of a user of the site, who asks for one node; ignores a failure. */
  void submitLocally() {
    var node = 1 + random.nextInt(NODES);
    var script = THEIRS.formatted(slurm.output(), "hpc-" + node, 3 + random.nextInt(15));
    try {
      slurm
          .commands(Duration.ofSeconds(5))
          .submit(
              new BatchSubmission(
                  "local",
                  "",
                  script,
                  List.of("n" + node),
                  OnSlurm.MINUTE,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.of(LOCAL),
                  "/",
                  "/dev/null"));
    } catch (SlurmException e) {
      LOG.info("The site does not accept a local job: {}", e.getMessage());
    }
  }

  /** Waits until the service answers a query. */
  JsonNode get(String path) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(PATIENCE_SECONDS).toNanos();
    while (true) {
      try {
        return client().get(path);
      } catch (ServiceException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        MILLISECONDS.sleep(200);
      }
    }
  }

  // --- checks

  /** Returns the runs that have written a line that begins with a word; each may have only one. */
  Set<String> runs(String word) throws IOException {
    var runs = new TreeSet<String>();
    for (var line : lines("ours")) {
      var words = line.split(" ", -1);
      assertThat(!words[0].equals(word) || runs.add(words[1])).as("a second " + line).isTrue();
    }
    return runs;
  }

  /**
   * Checks that no node had two users, that the history plans the same windows again, and the
   * accounts.
   *
   * @param costs costs of all jobs, in 1/1000
   */
  void check(long costs) throws IOException, InterruptedException {
    assertThat(lines("clashes")).isEmpty();
    long sum = 0;
    for (var account : get("/v1/accounts").path("items")) {
      long balance = milli(account.path("balance"));
      sum += balance;
      assertThat(milli(account.path("held"))).isZero();
      if (account.path("id").asText().equals("ann")) {
        assertThat(balance).isEqualTo(1_000_000 - costs);
      }
    }
    assertThat(sum).isZero();
    var history = folder.resolve("history.jsonl").toString();
    assertThat(run("history", "--out", history)).as(commandOutput()).isZero();
    int status = run("rerun", history);
    assertThat(status).as(commandOutput()).isZero();
  }

  /** Returns an amount in 1/1000. */
  static long milli(JsonNode money) {
    return new BigDecimal(money.asText("0")).movePointRight(3).longValueExact();
  }

  @Override
  public void close() throws IOException {
    kill(agent);
    kill(service);
    slurm.close();
  }
}
