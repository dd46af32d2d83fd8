package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.deployment.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two agents, and brokers, each in its own process; one agent is killed. */
@Tag("long")
@Tag("cluster")
final class BrokerProcessesTest {
  private static final int SECONDS = 900;

  @TempDir private Path folder;
  private final Map<String, Process> started = new TreeMap<>();
  private int port;

  @AfterEach
  void endWhatStillRuns() {
    started.values().forEach(Process::destroyForcibly);
  }

  @Test
  void aTaskOfAKilledAgentIsPlacedElsewhereAndItsUserSeesIt() throws Exception {
    port = FreePort.find();
    start("first", "node", "--roles", "agents", "--resources", resources(), "--port", "" + port);
    await("first", "stderr", "(agents) is up");
    var second = start("second", joining("node", "--roles", "agents", "--resources", resources()));
    var tasks = tasks(1, 2);
    var broker =
        start("broker", joining("broker", "--tasks", tasks, "--agents", "2", "--stay", "--json"));
    await("broker", "stdout", "\n");

    var schedule = new ObjectMapper().readTree(read("broker", "stdout"));
    assertThat(schedule.path("performancePercent").asDouble()).isEqualTo(100);
    assertThat(schedule.path("agents").findValuesAsText("tasks")).startsWith("1");
    assertThat(schedule.path("unplaced")).isEmpty();

    second.destroyForcibly();

    await("broker", "stderr", "is lost; its tasks that have not ended");
    await("broker", "stderr", "is now on farm1/Rudolf Cluster/");
    assertThat(read("broker", "stderr")).contains("agent 127.0.0.1:" + port);
    assertThat(broker.isAlive()).isTrue();
    broker.destroy();
    assertThat(broker.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(read("broker", "stderr").lines()).as("at its end").hasSize(2);
  }

  @Test
  void anotherBrokerShowsAndCancelsWhatItsUserMay() throws Exception {
    port = FreePort.find();
    start("agent", "node", "--roles", "agents", "--resources", resources(), "--port", "" + port);
    await("agent", "stderr", "(agents) is up");
    var file = tasks(1, 4);
    var text = Files.readString(Path.of(file));
    int last = text.lastIndexOf("</task>");
    var access = "<owner>ann</owner><viewers>eve</viewers><cancellers>bob</cancellers>";
    Files.writeString(Path.of(file), text.substring(0, last) + access + text.substring(last));

    assertThat(run("a", "broker", "--tasks", file)).as(read("a", "stderr")).isZero();
    assertThat(run("b", "broker", "--cancel", "4", "--user", "eve")).isEqualTo(1);
    assertThat(run("c", "broker", "--cancel", "4", "--user", "bob")).isZero();
    assertThat(run("d", "broker", "--show", "--user", "bob", "--json")).isZero();

    assertThat(read("a", "stdout")).contains("2 of 2 tasks are placed (performance 100.00 %)");
    assertThat(read("b", "stdout")).contains("the user may see it but not cancel it");
    assertThat(read("c", "stdout")).contains("task 4 is cancelled");
    var seen = new ObjectMapper().readTree(read("d", "stdout")).path("reservations");
    assertThat(seen.findValuesAsText("task")).containsExactly("1");
  }

  private static String resources() {
    return CommandRun.projectRoot().resolve("conf/broker/resources.xml").toString();
  }

  /** Returns the text of tasks that end an hour later. */
  private String tasks(int... ids) throws Exception {
    var text = new StringBuilder("<tasks>");
    for (int id : ids) {
      text.append(
          "<task><taskId>%d</taskId><startTime>3000</startTime><endTime>3600</endTime><load>40</load></task>"
              .formatted(id));
    }
    return Files.writeString(folder.resolve("tasks.xml"), text.append("</tasks>")).toString();
  }

  private String[] joining(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--join", "127.0.0.1:" + port));
    return all.toArray(String[]::new);
  }

  private int run(String name, String... arguments) throws Exception {
    var process = start(name, joining(arguments));
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private Process start(String name, String... arguments) throws Exception {
    var process =
        CommandProcess.start(Files.createDirectory(folder.resolve(name)), List.of(arguments));
    started.put(name, process);
    return process;
  }

  private String read(String name, String stream) throws Exception {
    return Files.readString(folder.resolve(name).resolve(stream));
  }

  /**
   * Waits until a process has printed {@code words}; if it does not print them in time, the test
   * fails.
   */
  private void await(String name, String stream, String words) throws Exception {
    while (!read(name, stream).contains(words)) {
      boolean hasEnded = started.get(name).waitFor(100, TimeUnit.MILLISECONDS);
      assertThat(hasEnded).as(read(name, "stderr")).isFalse();
    }
  }
}
