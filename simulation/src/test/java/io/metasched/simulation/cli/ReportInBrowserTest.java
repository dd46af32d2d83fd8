package io.metasched.simulation.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.experiment.fixture.ToyExperiment;
import io.metasched.simulation.report.DeploymentJson;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.report.ExperimentIndexPage;
import io.metasched.simulation.report.ExperimentJson;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.cyclic.CyclicSystem;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Pages opened from disk in a real browser, with all their functions exercised. */
@EnabledIf(value = "aBrowserIsThere", disabledReason = "there is no chromium on the PATH")
@Tag("browser")
final class ReportInBrowserTest {
  private static final String BROWSER = "chromium";
  private static final int SECONDS = 900;
  private static final List<Integer> WIDTHS = List.of(480, 1400);

  private static final List<String> EXPERIMENT = List.of("selftest.js", "experiment-selftest.js");
  private static final List<String> CYCLIC =
      List.of("selftest.js", "gantt-selftest.js", "cyclic-selftest.js");
  private static final List<String> SCHEDULE =
      List.of("selftest.js", "gantt-selftest.js", "schedule-selftest.js");
  private static final List<String> RECTANGLES =
      List.of("selftest.js", "rectangles-selftest.js", "gantt-selftest.js", "schedule-selftest.js");
  private static final List<String> WHAT_IF =
      List.of("selftest.js", "what-if-selftest.js", "gantt-selftest.js", "schedule-selftest.js");

  @TempDir private Path folder;

  static boolean aBrowserIsThere() {
    return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, BROWSER)));
  }

  @Test
  void thePageOfASimulationShowsItselfWithoutAnError() throws Exception {
    var page = simulated("--policy", "css,backfilling", "--cycles", "3");

    var root = root(opened(page, 1200));

    assertThat(root).contains("data-state=\"ready\"").doesNotContain("data-errors");
  }

  @Test
  @Tag("slow")
  void allThatCanBeDoneOnThePageCanBeDoneWithoutAnError() throws Exception {
    var page =
        simulated(
            "--policy",
            "css,bsf",
            "--cycles",
            "6",
            "--set",
            "local.dynamic=0.2",
            "--set",
            "users.count=12",
            "--set",
            "nodes.count=60");

    assertWorks(page, CYCLIC);
  }

  @Test
  void hostileTextIsShownAndNotRun() throws Exception {
    var attack = "</script><script>document.documentElement.dataset.errors='run'</script>";
    var text = RunText.small().header("scenario", attack);
    var run = text.header("policy", "<img src=x onerror=alert(1)>").read();
    var file = folder.resolve(PageFile.NAME);
    try (var page =
        SystemPage.open(file, new CyclicSystem().page(1), new CyclicSystem().metrics())) {
      page.add(run);
      var summary =
          ScenarioRuns.summary(new CyclicSystem(), List.of(run), List.of(attack), List.of());
      DeploymentJson.add(
          summary,
          new Deployment(
              "domains",
              List.of(
                  new Deployment.Jvm(0, attack, List.of(), List.of(), List.of(), 0),
                  new Deployment.Jvm(1, "h:1", List.of(), List.of(0, 1, 2), List.of(0), 2)),
              List.of(new Deployment.Traffic(0, 1, 12, 3400))));
      page.finish(summary);
    }

    var dom = tested(file, 1000, CYCLIC);

    assertThat(root(dom)).contains("data-selftest=\"done\"").doesNotContain("data-errors");
    assertThat(dom).contains("&lt;img src=x").doesNotContain("<img");
    assertThat(dom).contains("Jain's index").doesNotContain("organizations-section\" hidden");
    assertThat(dom).contains("0–2", "class=\"sent\"");
  }

  @Tag("slow")
  @Test
  void aRunInWhichNothingCouldBePlacedIsShown() throws Exception {
    var page =
        simulated(
            "--policy",
            "fcfs",
            "--cycles",
            "1",
            "--set",
            "jobs.nodes.least=30",
            "--set",
            "jobs.nodes.most=30");

    var root = root(tested(page, 1000, CYCLIC));

    assertThat(root).contains("data-selftest=\"done\"").doesNotContain("data-errors");
  }

  @Test
  @Tag("slow")
  void allThatCanBeDoneOnThePageOfAnExperimentCanBeDoneWithoutAnError() throws Exception {
    var out = folder.resolve("r");
    CommandRun.of(
            "experiment", "cyclic-sub-batches", "--replications", "3", "--out", out.toString())
        .done();

    assertWorks(out.resolve(PageFile.NAME), EXPERIMENT, "medium k=6", "gain-7-percent-over-css");
  }

  @Test
  @Tag("slow")
  void hostileNamesOfAnExperimentAreShownAndNotRun() throws Exception {
    var attack = "</script><script>document.documentElement.dataset.errors='run'</script>";
    var result = new ToyExperiment(attack, "<img src=x onerror=alert(1)>").result(4);
    ExperimentFiles.write(result, ExperimentJson.of(result, attack, 1), new TreeMap<>(), folder);

    var dom = tested(folder.resolve(PageFile.NAME), 480, EXPERIMENT);

    assertThat(root(dom)).contains("data-selftest=\"done\"").doesNotContain("data-errors");
    assertThat(dom).contains("&lt;img src=x").doesNotContain("<img");
  }

  @Test
  @Tag("slow")
  void allThatCanBeDoneOnThePageOfAReplayCanBeDoneWithoutAnError() throws Exception {
    var log = folder.resolve("small.swf");
    writeLog(log, 2_000);

    assertWorks(replayed(log, "--policy", "fcfs,easy"), SCHEDULE, "small.swf", "up to 8", "user 3");
  }

  @Tag("slow")
  @Test
  void aChartOfAHundredThousandJobsIsDrawnAtOnce() throws Exception {
    var log = folder.resolve("large.swf");
    writeLog(log, 100_000);

    var page = replayed(log);
    var root = root(tested(page, 1400, SCHEDULE));

    assertThat(Files.size(page)).isLessThan(5_000_000);
    assertThat(root).contains("data-selftest=\"done\"").doesNotContain("data-errors");
    // a redraw takes about 40 ms on two busy cores; no limit is asserted, as tests run in parallel
    assertThat(root).containsPattern("data-redraw=\"\\d+\"");
  }

  @Test
  @Tag("slow")
  void allThatCanBeDoneOnThePageOfTwoLevelsCanBeDoneWithoutAnError() throws Exception {
    var page = simulated("two-level", "--set", "jobs.count=120", "--policy", "mct,static");

    assertWorks(page, SCHEDULE, "batch jobs", "reservations", "By provider");
  }

  @Test
  @Tag("slow")
  void allThatCanBeDoneOnThePageOfReservationsCanBeDoneWithoutAnError() throws Exception {
    var page =
        simulated(
            "rectangles",
            "--set",
            "jobs.count=120",
            "--policy",
            "ff,pe-worst",
            "--set",
            "reservations.shrink-share=0.3");

    assertWorks(page, RECTANGLES, "Feasible starts", "By requested elements");
  }

  @Test
  @Tag("slow")
  void allThatCanBeDoneOnThePageOfFlexibleReservationsCanBeDoneWithoutAnError() throws Exception {
    var page = simulated("what-if", "--set", "jobs.count=200", "--driver", "engine");

    assertWorks(page, WHAT_IF, "made of job", "Clusters probed", "By cluster");
  }

  @Test
  @Tag("slow")
  void thePageOfBrokersAndAgentsShowsTasksAndLoadsWithoutAnError() throws Exception {
    var page = simulated("broker", "--set", "limits.load=60", "--driver", "engine");

    for (int width : WIDTHS) {
      var dom = opened(page, width);

      assertThat(root(dom)).contains("data-state=\"ready\"").doesNotContain("data-errors");
      assertThat(dom).contains("Tasks per agent", "Agent 2", "node 4", "Why tasks are not placed");
    }
  }

  @Test
  @Tag("slow")
  void clustersOnWhichNoRequestIsGrantedAreShown() throws Exception {
    var page =
        simulated(
            "what-if",
            "--policy",
            "what-if",
            "--set",
            "jobs.count=12",
            "--set",
            "requests.co-allocated-share=1",
            "--set",
            "clusters=[{count = 1, processors = 64}, {count = 1, processors = 2}]");

    var dom = tested(page, 480, WHAT_IF);

    assertThat(root(dom)).contains("data-selftest=\"done\"").doesNotContain("data-errors");
    assertThat(dom).contains("refused: fewer clusters than it needs have the processors");
  }

  @Test
  @Tag("slow")
  void aGrantOnEmptyClustersLeavesNoPlanToCompare() throws Exception {
    var page = simulated("what-if", "--set", "jobs.count=3", "--policy", "what-if");

    var root = root(tested(page, 480, WHAT_IF));

    assertThat(root).contains("data-selftest=\"done\"").doesNotContain("data-errors");
  }

  @Test
  @Tag("slow")
  void aReplayOfOneJobAndAHostileNameIsShownAndNotRun() throws Exception {
    var log = folder.resolve("<img src=x onerror=alert(1)>.swf");
    writeLog(log, 1);

    var dom = tested(replayed(log), 480, SCHEDULE);

    assertThat(root(dom)).contains("data-selftest=\"done\"").doesNotContain("data-errors");
    assertThat(dom).contains("&lt;img src=x").doesNotContain("<img");
  }

  /** Writes jobs of up to 8 of 16 processors, some with a walltime longer than their run time. */
  private static void writeLog(Path log, int jobs) throws IOException {
    var random = new SplittableRandom(7);
    var text = new StringBuilder("; MaxProcs: 16\n");
    for (int id = 1; id <= jobs; id++) {
      int run = 1 + random.nextInt(4000);
      text.append(
          "%d %d -1 %d %d -1 -1 -1 %d -1 1 %d -1 -1 -1 -1 -1 -1\n"
              .formatted(
                  id,
                  id * 700L,
                  run,
                  1 + random.nextInt(8),
                  run + random.nextInt(2) * 500,
                  random.nextInt(6)));
    }
    Files.writeString(log, text);
  }

  private Path replayed(Path log, String... options) {
    var all = new ArrayList<Object>(List.of("replay", log, "--out", folder.resolve("r")));
    all.addAll(List.of(options));
    CommandRun.of(all.toArray()).done();
    return folder.resolve("r").resolve(PageFile.NAME);
  }

  @Test
  @Tag("slow")
  void thePageOfSeveralExperimentsLeadsToEach() throws Exception {
    var index = new ExperimentIndexPage("1.0");
    index.add(new ToyExperiment().result(3));
    index.add(new ToyExperiment("<b>", "1").result(3));
    index.write(folder.resolve(PageFile.NAME));

    var dom = opened(folder.resolve(PageFile.NAME), 480);

    assertThat(root(dom)).contains("data-state=\"ready\"").doesNotContain("data-errors");
    assertThat(dom).contains("href=\"toy/report.html\"", "href=\"%3Cb%3E/report.html\"", "1 of 2");
  }

  private Path simulated(String... arguments) {
    var all = new Object[arguments.length + 3];
    all[0] = "simulate";
    all[1] = "--out";
    all[2] = folder.resolve("r");
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    CommandRun.of(all).done();
    return folder.resolve("r").resolve(PageFile.NAME);
  }

  /**
   * Asserts that the self-test of a page runs without an error on a narrow and on a wide screen.
   */
  private void assertWorks(Path page, List<String> selfTest, String... words) throws Exception {
    for (int width : WIDTHS) {
      var dom = tested(page, width, selfTest);

      assertThat(root(dom))
          .as("%d pixels wide", width)
          .contains("data-state=\"ready\"", "data-selftest=\"done\"")
          .doesNotContain("data-errors", "data-hovered=\"0\"");
      for (var word : words) {
        assertThat(dom).contains(word);
      }
    }
  }

  private static String root(String dom) {
    return dom.substring(dom.indexOf("<html"), dom.indexOf("<head"));
  }

  /** Returns the elements of a page after its self-test, which is added to a copy of the page. */
  private String tested(Path page, int width, List<String> selfTest)
      throws IOException, InterruptedException {
    var text = Files.readString(page);
    assertThat(text).doesNotContain("self-test").doesNotContain("selfTest");
    var script = new StringBuilder("<script>\n'use strict';\n");
    for (var name : selfTest) {
      try (var in = ReportInBrowserTest.class.getResourceAsStream("/report/" + name)) {
        script.append(new String(requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    int end = text.lastIndexOf("</body>");
    var copy = folder.resolve("tested.html");
    Files.writeString(copy, text.substring(0, end) + script + "</script>\n" + text.substring(end));
    return opened(copy, width);
  }

  /** Returns the elements of the page after it has finished loading. */
  private String opened(Path page, int width) throws IOException, InterruptedException {
    var dom = folder.resolve("dom.html");
    var process =
        new ProcessBuilder(
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + Files.createTempDirectory(folder, "browser"),
                "--window-size=" + width + ",1000",
                "--virtual-time-budget=5000",
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("the browser ends").isTrue();
      return Files.readString(dom);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }
}
