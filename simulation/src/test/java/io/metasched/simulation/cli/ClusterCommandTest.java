package io.metasched.simulation.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.deployment.FreePort;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JVMs as processes: the combined results of the JVMs; no process remains at the end. */
@Tag("slow")
@Tag("cluster")
final class ClusterCommandTest {
  private static final int SECONDS = 900;

  @TempDir private Path folder;
  private final List<ProcessHandle> started = new ArrayList<>();

  @AfterEach
  void endWhatStillRuns() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void twoJvmsProduceWhatOneThreadDoesAndAreGone() throws Exception {
    var scenario = List.of("--cycles", "2", "--policy", "css", "--json");
    var engine =
        CommandRun.of((Object[]) with(scenario, "simulate", "--driver", "engine", "--out", "e"));

    var process = start(with(scenario, "cluster", "--jvms", "2", "--events", "--out", "c"));
    var jvms = awaitJvms(process, 2);
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

    assertThat(process.exitValue()).as(read("stderr")).isZero();
    assertThat(jvms).noneMatch(ProcessHandle::isAlive);
    assertThat(read("stdout").lines()).hasSize(1);
    assertThat(read("stdout"))
        .contains("\"driver\":\"cluster\"", "\"jvms\":2", "\"faults\":[]", digest(engine.done()));
    assertThat(read("stderr")).contains("has the metascheduler", "owners");
    assertThat(read("stderr").lines()).as("logged").allMatch(l -> l.startsWith("metasched: "));
    assertPlacesOfActorsAreReported();
    assertThat(CommandRun.of("check", folder.resolve("c")).exit()).isZero();
  }

  /** Checks the printed output, the result folder and its page. */
  private void assertPlacesOfActorsAreReported() throws Exception {
    var printed = new ObjectMapper().readTree(read("stdout"));
    var topology = printed.path("topology");
    assertThat(topology.findValuesAsText("jvm")).containsExactly("0", "1", "2");
    assertThat(topology.path(0).path("roles")).hasToString("[\"driver\"]");
    assertThat(topology.path(1).path("roles"))
        .hasToString("[\"owners\",\"metascheduler\",\"users\"]");
    assertThat(topology.findValues("domains").stream().mapToInt(JsonNode::size).sum()).isEqualTo(4);
    assertThat(topology.findValues("metaschedulers").toString()).containsOnlyOnce("0");
    assertThat(topology.findValues("users").stream().mapToInt(JsonNode::asInt).sum()).isEqualTo(5);
    assertThat(printed.path("traffic")).hasSize(6);
    var summary = new ObjectMapper().readTree(folder.resolve("c/summary.json").toFile());
    assertThat(summary.path("topology")).isEqualTo(topology);
    assertThat(summary.path("traffic")).isEqualTo(printed.path("traffic"));
    assertThat(Files.readString(folder.resolve("c/report.html")))
        .contains("\"topology\":" + topology);
  }

  @Test
  void noJvmOutlivesTheOneThatStartedIt() throws Exception {
    var process = start("cluster", "--jvms", "2", "--cycles", "3000", "--policy", "fcfs");
    var jvms = awaitJvms(process, 2);

    process.destroyForcibly();

    for (var jvm : jvms) {
      jvm.onExit().get(SECONDS, TimeUnit.SECONDS);
    }
    assertThat(jvms).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void aRunOfWhichNoJvmIsLeftEndsWithOneAndNamesIt() throws Exception {
    var process = start("cluster", "--jvms", "1", "--cycles", "3000", "--policy", "fcfs");
    var jvms = awaitJvms(process, 1);

    jvms.get(0).destroyForcibly();

    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(read("stderr").lines()).hasSize(1);
    assertThat(read("stderr")).contains("JVM 1 of 1", "before the run was over");
    assertThat(jvms).noneMatch(ProcessHandle::isAlive);
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void bytesOfUnknownSendersAreReportedInOneLineAndAJvmContinues() throws Exception {
    int port = FreePort.find();
    var process =
        start("node", "--roles", "owners,metascheduler,users", "--port", String.valueOf(port));
    awaitLine(process, "has the metascheduler");
    long before = read("stderr").lines().count();

    try (var outsider = new Socket(InetAddress.getLoopbackAddress(), port)) {
      outsider.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      awaitLine(process, "expected magic bytes");
    }

    assertThat(read("stderr").lines().count()).as(read("stderr")).isEqualTo(before + 1);
    assertThat(process.isAlive()).isTrue();
  }

  /**
   * Waits until a process has printed {@code words}; if it does not print them in time, the test
   * fails.
   */
  private void awaitLine(Process process, String words) throws Exception {
    while (!read("stderr").contains(words)) {
      assertThat(process.waitFor(100, TimeUnit.MILLISECONDS)).as(read("stderr")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster --jvms 0 | --jvms: allowed is 1 to 64, given was 0",
        "cluster --port 70000 | --port: allowed is 0 to 65535",
        "cluster --join nowhere | --join: allowed is HOST:PORT with a port of 1 to 65535",
        "cluster --fault kil:owners:after-cycle=1 | unknown kind 'kil'; did you mean 'kill'?",
        "cluster --jvms 2 --fault kill:owners:after-cycle=1 | needs --jvms 3 or more, given was 2",
        "cluster --join h:1 --fault kill:owners:after-cycle=1 | --fault: not allowed with"
            + " --join, because it hits JVMs",
        "cluster two-level --free | --free: is for scenarios in which organizations compete",
        "cluster --cycles 4 --fault kill:owners:after-cycle=4 | cycles 0 to 3, given was 4",
        "cluster --set no-key=1 | --set no-key=1: unknown key",
        "node --roles owner | --roles: unknown role 'owner'; did you mean 'owners'?",
        "node --roles driver | known are owners, metascheduler, users",
        "node --roles owners --host a:b | --host: allowed is a host name or an IPv4 address",
        "node --roles owners --join h:0 | given was 'h:0'"
      })
  void badInputIsReportedInOneLine(String arguments, String words) {
    var run = CommandRun.of((Object[]) arguments.split(" "));

    run.refusedLeaving(folder, List.of(folder), words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port = 0 | port = many | deployment.port has type STRING rather than NUMBER",
        "port = 0 | port = 70000 | allowed is 0 to 65535",
        "join = [] | join = [nowhere] | metasched.deployment.join: allowed is HOST:PORT",
        "join-timeout = 30s | join-timeout = soon | metasched.deployment.join-timeout",
        "leave-timeout = 15s | leave-timeout = 0s | deployment.leave-timeout must be above 0s",
        "deployment { | deployment [ | cluster.conf: ",
        "deployment { | simulation.cluster { | these keys are now under metasched.deployment",
        "enabled = off | enabled = on | conf/keys/127.0.0.1/password: there is no such file",
        "16 MiB | large | maximum-frame-size"
      })
  void settingsThatAreNotAllowedAreReportedInOneLine(String right, String wrong, String words)
      throws Exception {
    var settings = Files.readString(CommandRun.projectRoot().resolve("conf/cluster.conf"));
    assertThat(settings).contains(right);
    var conf = Files.createDirectory(folder.resolve("conf"));
    Files.writeString(conf.resolve("cluster.conf"), settings.replace(right, wrong));

    var run = CommandRun.at(folder, "node", "--roles", "owners");

    run.refusedLeaving(conf, List.of(conf, conf.resolve("cluster.conf")), words);
  }

  private String[] with(List<String> scenario, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.set(all.size() - 1, folder.resolve(all.get(all.size() - 1)).toString());
    all.addAll(scenario);
    return all.toArray(String[]::new);
  }

  private static String digest(String json) {
    var key = "\"placementsDigest\":\"";
    int begin = json.indexOf(key);
    return json.substring(begin, begin + key.length() + 64);
  }

  private String read(String stream) throws Exception {
    return Files.readString(folder.resolve(stream));
  }

  /** Returns the JVMs started by a process, as soon as there are {@code count} of them. */
  private List<ProcessHandle> awaitJvms(Process process, int count) throws Exception {
    var before = List.<ProcessHandle>of();
    var jvms = jvms(process);
    // a process that is about to become a JVM looks like one for a moment
    while ((jvms.size() < count || !jvms.equals(before))
        && !process.waitFor(500, TimeUnit.MILLISECONDS)) {
      before = jvms;
      jvms = jvms(process);
    }
    assertThat(jvms).as(read("stderr")).hasSize(count);
    started.addAll(jvms);
    return jvms;
  }

  private static List<ProcessHandle> jvms(Process process) {
    return process
        .descendants()
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .toList();
  }

  private Process start(String... arguments) throws Exception {
    var process = CommandProcess.start(folder, List.of(arguments));
    started.add(process.toHandle());
    return process;
  }
}
