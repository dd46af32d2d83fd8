package io.metasched.simulation.system.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.PageText;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.whatif.report.CalibrationPlot;
import io.metasched.simulation.system.whatif.report.ProbeSteps;
import io.metasched.simulation.system.whatif.report.WhatIfPage;
import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of the page of flexible reservations, without a browser. */
final class WhatIfPageTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \u2028";
  private static final int ALL = 1_000_000;
  private static final WhatIfRun RUN = WhatIfReplayTest.run(WhatIfReplayTest.crowded(), "what-if");
  private static final WhatIfRun LOAD = WhatIfReplayTest.run(WhatIfReplayTest.crowded(), "load");

  @TempDir private Path folder;

  @Test
  void aPageNeedsNothingElseAndTextStaysText() throws IOException {
    var page = page(HOSTILE, RUN, ALL);

    PageText.assertNeedsNothingElse(page);
    assertThat(page).doesNotContain("alert(1)</script>").doesNotContain("wallSeconds");
    var summary = PageText.block(page, "summary");
    assertThat(summary.path("scenario").asText()).isEqualTo(HOSTILE);
    assertThat(summary.path("facts").path("processors").toString()).isEqualTo("[64,32,64]");
    assertThat(summary.path("facts").path("weights").asText())
        .isEqualTo("makespan 0.5, completion 0.5");
    assertThat(summary.path("facts").path("requests").asInt()).isEqualTo(RUN.requests().size());
    assertThat(page).isEqualTo(page(HOSTILE, RUN, ALL));
  }

  @Test
  void theChartHasClustersOfTheirSizes() throws IOException {
    var chart = block(RUN, ALL);

    assertThat(chart.path("machines").toString()).isEqualTo("[64,32,64]");
    assertThat(chart.path("processors").asInt()).isEqualTo(160);
    assertThat(chart.path("kind").asText()).contains("A", "B", "C");
    assertThat(chart.path("count").asInt()).isEqualTo(RUN.jobs().size() + begun(RUN));
  }

  @Test
  void onlyLocalJobsWaitInAQueue() throws IOException {
    var policy = PageText.block(page("s", RUN, ALL), "summary").path("policies").path(0);
    var course = policy.path("course");

    double jobTicks = 0;
    for (var waiting : course.path("waiting")) {
      jobTicks += waiting.asDouble() * course.path("binTicks").asDouble();
    }
    long waits = RUN.jobs().stream().mapToLong(row -> row.start() - row.submit()).sum();
    assertThat(jobTicks).isCloseTo((double) waits, within(1e-6 * waits));
    assertThat(course.path("lastEndTick").asLong() / 1000.0)
        .isEqualTo(policy.path("makespan").asDouble());
  }

  @Test
  void aStepHasAllSlotsAndTheTriedPlacements() throws IOException {
    var steps = block(RUN, ALL).path("steps");

    assertThat(steps).hasSameSizeAs(RUN.requests());
    var slots = new ArrayList<String>();
    for (int at = 0; at < steps.size(); at++) {
      var step = steps.path(at);
      var request = RUN.requests().get(at);
      assertThat(step.path("id").asLong()).isEqualTo(request.id());
      assertThat(step.path("tries")).hasSize(Math.min(20, request.tried()));
      assertThat(step.path("probed").asInt()).isEqualTo(step.path("probes").size());
      if (request.isGranted()) {
        var last = step.path("tries").path(request.tried() - 1);
        assertThat(last.path("words").asText()).isEqualTo("it is free");
        assertThat(last.path("start").asLong()).isEqualTo(request.start());
        assertThat(step.path("places").size()).isEqualTo(request.clusters());
      }
      step.path("probes").forEach(probe -> slots.addAll(rows(step, probe)));
    }
    assertThat(slots).isEqualTo(RUN.slots().stream().map(WhatIfPageTest::row).toList());
    assertThat(steps).anyMatch(step -> step.path("words").asText().startsWith("refused: at no"));
  }

  @Test
  void aTryThatFailedStatesTheReason() throws IOException {
    var tries = block(LOAD, ALL).path("steps").findValues("tries");

    assertThat(tries)
        .anyMatch(
            each ->
                each.path(0).path("words").asText().contains("promised")
                    || each.path(0).path("words").asText().contains("neither in use"));
  }

  @Test
  void aLongRunHasOnlyItsFirstStepsAndSomePoints() throws IOException {
    var one = block(RUN, 1);
    var few = block(RUN, 200);

    assertThat(one.path("steps")).hasSize(1);
    assertThat(one.path("calibration").path("points")).hasSize(1);
    int slots = few.path("steps").findValues("starts").stream().mapToInt(JsonNode::size).sum();
    assertThat(slots).isBetween(1, 200);
    assertThat(few.path("calibration").path("points")).hasSizeBetween(10, 20);
    assertThat(few.path("calibration").path("total").asInt()).isEqualTo(makespanRatios(RUN).size());
  }

  @Test
  void manyStartsAndClustersAreThinnedButNoneThatWasTried() {
    var request =
        RUN.requests().stream()
            .filter(row -> row.isGranted() && row.clusters() == 1 && row.tried() == 1)
            .findFirst()
            .orElseThrow();
    int taken = request.places().get(0);
    var slots = new ArrayList<SlotRow>();
    var probes = new ArrayList<ProbeRow>();
    for (int cluster = 0; cluster < 30; cluster++) {
      probes.add(new ProbeRow(request.id(), 100 + cluster, 0, 0, 0, 0));
    }
    probes.add(new ProbeRow(request.id(), taken, 500, 0, 0, 0));
    for (int at = -3; at < 497; at++) {
      double rated = at == 0 ? 1 : 0.5;
      slots.add(
          new SlotRow(request.id(), taken, request.start() + at, rated, -1, -1, -1, -1, -1, -1));
    }

    var run = new WhatIfRun(RUN.facts(), RUN.jobs(), List.of(request), probes, slots);
    var step = ProbeSteps.of(run, ALL).get(0);

    assertThat(step.probed()).isEqualTo(31);
    assertThat(step.probes()).hasSize(8);
    var own = step.probes().get(0);
    assertThat(own.cluster()).isEqualTo(taken);
    assertThat(own.rated()).isEqualTo(500);
    assertThat(own.starts()).hasSizeBetween(50, 61).contains(request.start()).isSorted();
  }

  @Test
  void realValuesAreComparedWithPlannedOnes() {
    var plot = CalibrationPlot.of(RUN, ALL);
    var ratios = makespanRatios(RUN).stream().sorted().toList();

    var makespan = plot.makespan();
    assertThat(plot.points()).hasSameSizeAs(ratios).hasSizeGreaterThan(10);
    assertThat(makespan.mean())
        .isCloseTo(
            ratios.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
            within(1e-12));
    assertThat(makespan.median()).isEqualTo(ratios.get(ratios.size() / 2));
    assertThat(makespan.notLater() * ratios.size())
        .isEqualTo((double) ratios.stream().filter(each -> each <= 1).count(), within(1e-9));
    assertThat(makespan.withinDouble() * ratios.size())
        .isEqualTo(
            (double) ratios.stream().filter(each -> each >= 0.5 && each <= 2).count(),
            within(1e-9));
    assertThat(CalibrationPlot.of(LOAD, ALL).total()).isZero();
    assertThat(CalibrationPlot.of(LOAD, ALL).completion().mean()).isZero();
  }

  /** Counts the reservations that were granted and not abandoned. */
  private static int begun(WhatIfRun run) {
    int begun = 0;
    for (var row : run.requests()) {
      begun += row.outcome() == GridAnswer.Outcome.GRANTED && row.withdrawn() < 0 ? 1 : 0;
    }
    return begun;
  }

  /**
   * Returns the actual makespan over the planned one, for each request and each cluster where it
   * was granted. The makespan lasts until the end of the last job that ran or waited on the cluster
   * when the request was submitted. An empty cluster has no ratio.
   */
  private static List<Double> makespanRatios(WhatIfRun run) {
    var ratios = new ArrayList<Double>();
    for (var request : run.requests()) {
      for (var slot : run.slots()) {
        if (request.outcome() == GridAnswer.Outcome.GRANTED
            && slot.request() == request.id()
            && slot.start() == request.start()
            && request.places().contains(slot.cluster())
            && slot.makespanTicks() > 0) {
          long last = request.submit();
          for (var job : run.jobs()) {
            if (job.cluster() == slot.cluster() && job.submit() <= request.submit()) {
              last = Math.max(last, job.end());
            }
          }
          ratios.add((last - request.submit()) / (double) slot.makespanTicks());
        }
      }
    }
    return ratios;
  }

  private static List<String> rows(JsonNode step, JsonNode probe) {
    var rows = new ArrayList<String>();
    for (int at = 0; at < probe.path("starts").size(); at++) {
      rows.add(
          "%d %d %d %d %d %d %d %d %d"
              .formatted(
                  step.path("id").asLong(),
                  probe.path("cluster").asInt(),
                  probe.path("starts").path(at).asLong(),
                  probe.path("makespan").path(at).asLong(),
                  probe.path("completion").path(at).asLong(),
                  probe.path("delayed").path(at).asInt(),
                  probe.path("addedWait").path(at).asLong(),
                  probe.path("mostDelayed").path(at).asLong(),
                  probe.path("mostDelay").path(at).asLong()));
    }
    return rows;
  }

  private static String row(SlotRow slot) {
    return "%d %d %d %d %d %d %d %d %d"
        .formatted(
            slot.request(),
            slot.cluster(),
            slot.start(),
            slot.makespanTicks(),
            slot.completionTicks(),
            slot.delayedJobs(),
            slot.addedWaitTicks(),
            slot.mostDelayed(),
            slot.mostDelayTicks());
  }

  private JsonNode block(WhatIfRun run, int decisions) throws IOException {
    return PageText.block(page("s", run, decisions), "run-0");
  }

  private String page(String scenario, WhatIfRun run, int decisions) throws IOException {
    var file = folder.resolve("page.html");
    var named = WhatIfRun.FORMAT.titled(run, named(run.title(), scenario));
    var sections = new WhatIfPage(new PageLimits(ALL, decisions, 1, 1));
    try (var page = SystemPage.open(file, sections, new WhatIfSystem().metrics())) {
      page.add(named);
      var summary =
          ScenarioRuns.summary(new WhatIfSystem(), List.of(named), List.of("n"), List.of());
      summary.path("policies").forEach(each -> ((ObjectNode) each).put("violations", 0));
      page.finish(summary);
    }
    return Files.readString(file);
  }

  private static RunTitle named(RunTitle title, String scenario) {
    return new RunTitle(
        title.kind(), scenario, title.policy(), title.driver(), title.seed(), "1.0", 1, true);
  }
}
