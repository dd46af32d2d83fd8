package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweep command: its table, its files and its errors. */
final class SweepCommandTest {
  @TempDir private Path folder;

  @Test
  void aSweepPrintsOneTableAndWritesTheFilesOfAnExperiment() throws IOException {
    var out = folder.resolve("out");

    var printed =
        sweep("--over", "jobs.per-cycle=3,5", "--policy", "css,fcfs", "--out", out).done();

    assertThat(printed)
        .contains("Effect of jobs.per-cycle on the scenario default.", "3 replications", "seed 1")
        .contains("12 runs passed the check", "jobs.per-cycle=3, css", "jobs.per-cycle=5, fcfs")
        .contains("finished", "failedCycles", "utilisation", "income", "+-", out.toString())
        .contains(
            "p95Start", "Difference from css, paired by replication: mean, its 95 % interval");
    assertThat(printed.lines()).allMatch(line -> line.length() < 170);
    assertThat(Files.readAllLines(out.resolve("differences.csv"))).hasSize(1 + 2 * 24);
    assertThat(Files.readAllLines(out.resolve("cells.csv"))).hasSize(1 + 2 * 2 * 24);
    assertThat(Files.readAllLines(out.resolve("observations.csv"))).hasSize(1 + 3 * 2 * 2 * 24);
    assertThat(Files.readString(out.resolve("scenario.conf"))).contains("batch-limit");
    var summary = new ObjectMapper().readTree(out.resolve("summary.json").toFile());
    assertThat(summary.path("experiment").asText()).isEqualTo("sweep");
    assertThat(summary.path("scenario").asText()).isEqualTo("default");
    assertThat(summary.path("key").asText()).isEqualTo("jobs.per-cycle");
    assertThat(summary.path("values")).hasSize(2);
    assertThat(summary.path("cells")).hasSize(2 * 2 * 24);
    assertThat(summary.path("schedulesChecked").asInt()).isEqualTo(12);
  }

  @Test
  void twoLevelsAreSweptWithTheirOwnColumns() throws IOException {
    var out = folder.resolve("out");
    var one = folder.resolve("one");
    var options = List.of("--policy", "mct,static", "--set", "jobs.count=60");

    var printed = twoLevels("sweep", options, "--over", "reservations.share=0,0.4", "--out", out);

    assertThat(printed.lines()).anyMatch(line -> line.contains("12 runs passed the check"));
    assertThat(Files.readAllLines(out.resolve("cells.csv"))).hasSize(1 + 2 * 2 * 19);
    assertThat(CommandRun.of("check", out).done()).contains("violations: 0");
    // the first replication has the seeds of a single simulation
    twoLevels("simulate", options, "--set", "reservations.share=0.4", "--out", one);
    var shown = new ObjectMapper().readTree(one.resolve("summary.json").toFile());
    var mct = shown.path("policies").path(0);
    for (var key : List.of("meanFlow", "utilisation", "late")) {
      var row = "0,\"reservations.share=0.4, mct\",%s,".formatted(key);
      assertThat(Files.readAllLines(out.resolve("observations.csv")))
          .contains(row + mct.path(key).asDouble());
    }
  }

  private static String twoLevels(String command, List<String> options, Object... more) {
    var arguments = new ArrayList<Object>(List.of(command, "two-level"));
    if (command.equals("sweep")) {
      arguments.addAll(List.of("--replications", 3));
    }
    arguments.addAll(options);
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray()).done();
  }

  @Test
  void theJsonIsTheSummaryOnOneLine() throws IOException {
    var out = folder.resolve("out");

    var printed = sweep("--over", "nodes.count=8", "--policy", "fcfs", "--json", "--out", out);

    assertThat(printed.done().lines()).hasSize(1);
    assertThat(new ObjectMapper().readTree(printed.out()))
        .isEqualTo(new ObjectMapper().readTree(out.resolve("summary.json").toFile()));
  }

  @Test
  void seedAndThreadsWorkAsStated() throws IOException {
    var cells = new ArrayList<String>();
    for (var options : List.of("--threads=1", "--threads=3", "--seed=2")) {
      var out = folder.resolve("out" + options);
      sweep("--over", "nodes.count=8,9", "--policy", "fcfs", options, "--out", out).done();
      cells.add(Files.readString(out.resolve("cells.csv")));
    }

    assertThat(cells.get(1)).isEqualTo(cells.get(0));
    assertThat(cells.get(2)).isNotEqualTo(cells.get(0));
  }

  @Test
  void badOptionsAreOneLineAndLeaveNothing() {
    refused(List.of("--over", "nodes.cout=8"), "--over nodes.cout=8", "did you mean 'nodes.count'");
    refused(List.of("--over", "nodes.count=8,0"), "--over nodes.count=0", "a whole number from");
    refused(List.of("--over", "nodes.count=8", "--over", "time.cycles=1"), "--over", "once");
    refused(List.of(), "--over");
    refused(List.of("--over", "nodes.count=8", "--replications", "0"), "--replications", "10000");
    refused(List.of("--over", "nodes.count=8,9", "--replications", "9999"), "10000 runs");
    refused(List.of("--over", "nodes.count=8", "--threads", "0"), "--threads", "1024");
    refused(List.of("--over", "policies=[css],[fcfs]", "--policy", "css"), "--policy", "--over");
    refused(List.of("--over", "log.jobs=1-5", "--trace", "no.swf"), "no.swf");
    refused(
        List.of("two-level", "--over", "kind=cyclic"),
        "--over kind: the system of a scenario cannot be varied");
    refused(List.of("two-level", "--over", "time.cycles=2"), "unknown key 'time'");
    refused(List.of("two-level", "--over", "reservations.share=2"), "a number from 0 to 1");
    refused(List.of("two-level", "--over", "jobs.count=5", "--nodes", "3"), "--nodes", "two-level");
  }

  private void refused(List<?> options, String... words) {
    var arguments = new ArrayList<Object>(List.of("sweep", "--out", folder.resolve("out")));
    arguments.addAll(options);
    CommandRun.of(arguments.toArray()).refusedLeaving(folder, List.of(folder), words);
  }

  private static CommandRun sweep(Object... options) {
    var arguments = new ArrayList<Object>(List.of("sweep", "--replications", 3, "--cycles", 2));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray());
  }
}
