package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compare command on simulations, on sweeps, and on other folders. */
final class CompareCommandTest {
  @TempDir private static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void makeResults() {
    simulate("two", "--policy", "css,backfilling");
    simulate("other-search", "--policy", "css,fcfs", "--set", "search=published");
    simulate("seed", "--policy", "css", "--seed", "2");
    simulate("fcfs", "--policy", "fcfs");
    sweep("sweep", "--seed", "1");
    sweep("sweep-loaded", "--seed", "1", "--set", "local.base=0.3");
    sweep("sweep-seed", "--seed", "2");
    sweep("sweep-css", "--seed", "1", "--policy", "css");
    sweep("sweep-two", "--seed", "1", "--policy", "css,backfilling");
  }

  private static void simulate(String name, Object... options) {
    run(
        "simulate",
        name,
        Stream.concat(Stream.of("--driver", "engine"), Stream.of(options)).toArray());
  }

  private static void sweep(String name, Object... options) {
    var of = new ArrayList<Object>(List.of("--over", "nodes.count=12,16", "--replications", 4));
    of.addAll(List.of(options));
    if (!of.contains("--policy")) {
      of.addAll(List.of("--policy", "fcfs"));
    }
    run("sweep", name, of.toArray());
  }

  private static void run(String command, String name, Object... options) {
    var first = List.of(command, "--cycles", 2, "--out", shared.resolve(name));
    CommandRun.of(Stream.concat(first.stream(), Stream.of(options)).toArray()).done();
  }

  // --- simulations

  @Test
  void aResultDoesNotDifferFromItself() throws IOException {
    var json = json("two", "two");

    assertThat(json.path("kind").asText()).isEqualTo("simulations");
    assertThat(json.path("runs")).hasSize(2);
    for (var run : json.path("runs")) {
      assertThat(run.path("a")).isEqualTo(run.path("b"));
      assertThat(run.path("differences")).hasSize(7);
      for (var difference : run.path("differences")) {
        assertThat(difference.path("difference").asDouble(-1)).isZero();
        assertThat(difference.path("ci95").asDouble(-1)).isZero();
        assertThat(difference.path("relative").asDouble(-1)).isZero();
        assertThat(difference.path("excludesZero").asBoolean(true)).isFalse();
      }
    }
  }

  @Test
  void policiesOfOneNameAreComparedAndOthersNamed() throws IOException {
    var json = json("two", "other-search");

    assertThat(json.path("runs")).hasSize(1);
    assertThat(json.path("runs").path(0).path("a").path("policy").asText()).isEqualTo("css");
    assertThat(json.path("onlyA").toString()).isEqualTo("[\"backfilling\"]");
    assertThat(json.path("onlyB").toString()).isEqualTo("[\"fcfs\"]");
  }

  @Test
  void singlePoliciesAreComparedWhateverTheirNames() throws IOException {
    var printed = compare("two/backfilling", "fcfs").done();
    var run = json("two/backfilling", "fcfs").path("runs").path(0);

    assertThat(printed)
        .contains("A is backfilling (scenario default, seed 1)", "B is fcfs")
        .contains(
            "jobs that have the measure in both",
            "B - A",
            "excludes 0",
            "replicate (metasched sweep)");
    var statistics =
        new ObjectMapper().readTree(shared.resolve("fcfs/summary.json").toFile()).path("policies");
    var outcomes = run.path("b").path("outcomes");
    assertThat(outcomes.path("finished")).isEqualTo(statistics.path(0).path("finished"));
    assertThat(run.path("common").asInt()).isEqualTo(40);
    for (var difference : run.path("differences")) {
      assertThat(difference.path("measure").asText()).isNotEmpty();
      assertThat(difference.path("count").asInt()).isBetween(1, outcomes.path("finished").asInt());
    }
  }

  @Test
  void otherJobsAreRefusedByTheirFirstDifference() {
    refused("two/css", "seed", "not comparable: job 1 has ", " in the first and ");
  }

  @Test
  void resultsWithoutAPolicyInCommonAreRefused() {
    refused("two", "fcfs", "no policy is in both results: backfilling, css in", "fcfs in");
  }

  @Test
  void aRunThatFailsTheCheckIsRefused() {
    var spoiled = RunText.small().set("placements.csv", "2,3", "start", "6").writeTo(folder);

    assertThat(CommandRun.of("compare", folder, folder).err())
        .contains(spoiled + ": the check finds ", " violations, the first: ");
  }

  @Test
  void damagedRunsAreRefused() throws IOException {
    var run = RunText.small().writeTo(folder);
    assertThat(CommandRun.of("compare", run, run).done()).contains("by-hand");

    RunText.small().set("placements.csv", "2,3", "start", "NaN").writeTo(folder);
    refusedAsIs(run, run, "placements.csv:4: column start");
    RunText.small().with("jobs.csv", "job\n").writeTo(folder);
    refusedAsIs(run, run, "jobs.csv:1: the columns of schema 5 are");
    RunText.small().header("complete", "yes").writeTo(folder);
    refusedAsIs(run, run, "run.csv:2: column complete: allowed is one of true, false");
    Files.delete(RunText.small().writeTo(folder).resolve("cycles.csv"));
    refusedAsIs(run, run, "cycles.csv: does not exist");
    RunText.small().writeTo(folder);
    try (var sparse = new RandomAccessFile(folder.resolve("run.csv").toFile(), "rw")) {
      sparse.setLength((1L << 30) + 1);
    }
    refusedAsIs(run, run, "run.csv: may have at most 1073741824 bytes");
  }

  @Test
  void foreignNamesCannotCommandTheTerminal() {
    var run = RunText.small().header("policy", "a\u001b[31m\nb").writeTo(folder);

    assertThat(CommandRun.of("compare", run, run).done()).contains("A is a?[31m?b (scenario");
  }

  @Test
  void twoRunsOfOnePolicyInAFolderAreRefused() throws IOException {
    RunText.small().writeTo(Files.createDirectory(folder.resolve("x")));
    RunText.small().writeTo(Files.createDirectory(folder.resolve("y")));

    refusedAsIs(folder, shared.resolve("two"), "holds two runs of policy by-hand, x and y");
  }

  // --- sweeps

  @Test
  void sweepsOfOneSeedArePairedByReplication() throws IOException {
    var json = json("sweep", "sweep-loaded");

    assertThat(json.path("kind").asText()).isEqualTo("experiments");
    assertThat(json.path("paired").asBoolean()).isTrue();
    assertThat(json.path("differences")).hasSize(2 * 24);
    var finished = json.path("differences").path(1);
    assertThat(finished.path("row").asText()).isEqualTo("nodes.count=12, fcfs");
    assertThat(finished.path("column").asText()).isEqualTo("finished");
    assertThat(finished.path("count").asInt()).isEqualTo(4);
    assertThat(finished.path("difference").asDouble()).isNotZero();
    assertThat(finished.path("b").asDouble() - finished.path("a").asDouble())
        .isCloseTo(finished.path("difference").asDouble(), within(1e-9));
    assertThat(compare("sweep", "sweep-loaded").done())
        .contains("seed 1 and 4 replications in both");
  }

  @Test
  void sweepsOfOtherSeedsAreIndependentSamples() throws IOException {
    assertThat(json("sweep", "sweep-seed").path("paired").asBoolean(true)).isFalse();
    assertThat(compare("sweep", "sweep-seed").done())
        .contains("Not paired (the seeds are 1 and 2): Welch's intervals");
  }

  @Test
  void aDamagedSweepIsRefused() throws IOException {
    for (var name :
        List.of(
            "summary.json", "observations.csv", "cells.csv", "differences.csv", "scenario.conf")) {
      Files.copy(shared.resolve("sweep").resolve(name), folder.resolve(name));
    }
    var observations = folder.resolve("observations.csv");
    var text = Files.readString(observations);
    assertThat(CommandRun.of("compare", folder, folder).done()).contains("nodes.count=16, fcfs");

    Files.writeString(observations, text.replaceFirst("meanFinish,[0-9.]+", "meanFinish,Infinity"));
    refusedAsIs(folder, folder, "observations.csv:15: column value");
    Files.writeString(observations, text.substring(0, text.length() - 30));
    refusedAsIs(folder, folder, "observations.csv");
  }

  // --- policies

  @Test
  void twoPoliciesOfOneSweepAreComparedInPairsConditionByCondition() throws IOException {
    var arguments = List.of(shared.resolve("sweep-two"), "--policies", "css,backfilling");
    var json = json(arguments);
    var cell = json.path("differences").path(1);

    assertThat(json.path("paired").asBoolean()).isTrue();
    assertThat(json.path("why").asText())
        .isEqualTo("backfilling less css; seed 1 and 4 replications in both");
    assertThat(json.path("differences")).hasSize(2 * 24);
    assertThat(cell.path("row").asText()).isEqualTo("nodes.count=12");
    assertThat(cell.path("column").asText()).isEqualTo("finished");
    assertThat(cell.path("count").asInt()).isEqualTo(4);
    // the sweep's own summary for these two policies
    var own = new ObjectMapper().readTree(shared.resolve("sweep-two/summary.json").toFile());
    var written = own.path("differences").path(1);
    assertThat(written.path("policy").asText()).isEqualTo("backfilling");
    assertThat(written.path("difference")).isEqualTo(cell.path("difference"));
    assertThat(written.path("ci95")).isEqualTo(cell.path("ci95"));
  }

  @Test
  void sweepsOfOnePolicyEachAreComparedWhateverTheirPolicies() throws IOException {
    var json = json("sweep", "sweep-css");

    assertThat(json.path("paired").asBoolean()).isTrue();
    assertThat(json.path("why").asText())
        .isEqualTo("css less fcfs; seed 1 and 4 replications in both");
    assertThat(json.path("differences")).hasSize(2 * 24);
    assertThat(compare("sweep-seed", "sweep-css").done())
        .contains("Not paired (css less fcfs; the seeds are 2 and 1): Welch's intervals");
  }

  @Test
  void settingsInWhichPairedSweepsDifferAreNamed() {
    assertThat(compare("sweep", "sweep-loaded").done())
        .contains("Paired by replication: the scenarios differ in local.base; seed 1 and 4");
  }

  @Test
  void policiesOfTwoExperimentsAreRefusedInOneLine() {
    var experiment = folder.resolve("single-job");
    CommandRun.of("experiment", "cyclic-single-job", "--replications", 2, "--out", experiment)
        .done();
    var content = CommandRun.content(folder);

    for (var results :
        List.of(
            List.of(shared.resolve("sweep"), experiment),
            List.of(experiment, shared.resolve("sweep")))) {
      CommandRun.of("compare", results.get(0), results.get(1), "--policies", "fcfs,css")
          .refusedLeaving(folder, content, "the experiments ", " are not comparable");
    }
  }

  @Test
  void policiesThatAreNotThereAreRefused() {
    refused("sweep", "sweep-two", "no policy is in both sweeps", "--policies fcfs,css");
    CommandRun.of("compare", shared.resolve("sweep-two"), "--policies", "css,fcfs")
        .refusedLeaving(folder, List.of(folder), "--policies fcfs", "css, backfilling");
    CommandRun.of("compare", shared.resolve("sweep-two"), "--policies", "css")
        .refusedLeaving(folder, List.of(folder), "--policies: allowed are two or more");
    CommandRun.of("compare", shared.resolve("two"), "--policies", "css,backfilling")
        .refusedLeaving(folder, List.of(folder), "--policies is for sweeps and experiments");
    CommandRun.of("compare", shared.resolve("sweep-two"))
        .refusedLeaving(folder, List.of(folder), "needs a second result folder");
  }

  // --- several

  @Test
  void theFirstOfSeveralResultsIsTheBaseline() throws IOException {
    var arguments =
        List.of(
            shared.resolve("two/css"), shared.resolve("two/backfilling"), shared.resolve("fcfs"));
    var json = json(arguments);

    assertThat(json.path("kind").asText()).isEqualTo("several");
    assertThat(json.path("others")).hasSize(2);
    assertThat(json.path("others").path(1).path("comparison")).isEqualTo(json("two/css", "fcfs"));
    assertThat(CommandRun.of(command(arguments).toArray()).done())
        .contains("A is ", "B is ", "C is ", "X - A")
        .containsPattern("start +\\d+ +B .*\n.*start +\\d+ +C ");
  }

  @Test
  void severalSweepsAndPoliciesHaveOneTable() throws IOException {
    assertThat(
            CommandRun.of(
                    "compare",
                    shared.resolve("sweep"),
                    shared.resolve("sweep-css"),
                    shared.resolve("sweep-two"),
                    "--policies",
                    "fcfs,css,backfilling")
                .done())
        .contains("A is fcfs", "B is css", "C is backfilling", "backfilling less fcfs");
  }

  private static List<Object> command(List<?> arguments) {
    var all = new ArrayList<Object>(List.of("compare"));
    all.addAll(arguments);
    return all;
  }

  private static JsonNode json(List<?> arguments) throws IOException {
    var all = command(arguments);
    all.add("--json");
    return new ObjectMapper().readTree(CommandRun.of(all.toArray()).done());
  }

  // --- neither simulations nor sweeps

  @Test
  void foldersWithoutAResultAreRefused() {
    refused("two", "sweep", "sweep holds an experiment", "two does not; compare two results");
    refused("sweep", "two", "sweep holds an experiment", "two does not; compare two results");
    refused("two", "no-such", "no-such: no such result folder");
    refusedAsIs(folder, folder, "holds no results (no run.csv in it)");
    CommandRun.of("compare").refusedLeaving(folder, List.of(folder), "RESULT");
  }

  private void refused(String first, String second, String... words) {
    CommandRun.of("compare", shared.resolve(first), shared.resolve(second))
        .refusedLeaving(folder, List.of(folder), words);
  }

  private static void refusedAsIs(Path first, Path second, String... words) {
    CommandRun.of("compare", first, second).refusedLeaving(first, CommandRun.content(first), words);
  }

  private static JsonNode json(String first, String second) throws IOException {
    var printed =
        CommandRun.of("compare", "--json", shared.resolve(first), shared.resolve(second)).done();
    assertThat(printed.lines()).hasSize(1);
    return new ObjectMapper().readTree(printed);
  }

  private static CommandRun compare(String first, String second) {
    return CommandRun.of("compare", shared.resolve(first), shared.resolve(second));
  }
}
