package io.metasched.simulation.system.twolevel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.PageText;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.report.TwoLevelPage;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.workload.trace.Precedence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of the page of two levels, without a browser. */
final class TwoLevelPageTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \u2028";

  @TempDir private Path folder;

  @Test
  void equalRunsGiveEqualBytesWhateverTimeTheyTook() throws IOException {
    assertThat(page("s", 1, 9)).isEqualTo(page("s", 2, 9)).doesNotContain("wallSeconds");
    assertThat(page("s", 1, 9)).isNotEqualTo(page("t", 1, 9));
  }

  @Test
  void aPageNeedsNothingElseAndTextStaysText() throws IOException {
    var page = page(HOSTILE, 1, 9);

    PageText.assertNeedsNothingElse(page);
    assertThat(page).doesNotContain("alert(1)</script>");
    assertThat(page).containsOnlyOnce("id=\"jvms-section\"");
    var facts = PageText.block(page, "summary");
    assertThat(facts.path("scenario").asText()).isEqualTo(HOSTILE);
    assertThat(facts.path("seed").asText()).isEqualTo("9007199254740993");
    assertThat(facts.path("violations").asInt()).isEqualTo(2);
  }

  @Test
  void theChartHasBatchJobsAndReservationsOfAllProviders() throws IOException {
    // the batch job has processors 0/0 and 0/1 from 1 s to 5 s, so that only provider 1 has 3 free
    // processors at 4 s
    var run = PageText.block(page("s", 1, 9), "run-0");

    assertThat(run.path("machines").toString()).isEqualTo("[3,3]");
    assertThat(run.path("processors").asInt()).isEqualTo(6);
    assertThat(run.path("unitTicks").asLong()).isEqualTo(1000);
    assertThat(run.path("reserved").asText()).isEqualTo("AB");
    assertThat(run.path("lead").asText()).isEqualTo("AC"); // ready 2 s after submission
    assertThat(run.path("interval").asText()).isEqualTo("AC");
    assertThat(run.path("gap").asText()).isEqualTo("AD"); // the reservation has processors 3 to 5
    assertThat(run.path("size").asText()).isEqualTo("CD");
    assertThat(run.path("shownUntilTick").asLong()).isEqualTo(-1);
    var cut = PageText.block(page("s", 1, 1), "run-1");
    assertThat(cut.path("count").asInt()).isEqualTo(1);
    assertThat(cut.path("shownUntilTick").asLong()).isEqualTo(1000);
  }

  @Test
  void onlyBatchJobsWaitInAQueue() throws IOException {
    var course = PageText.block(page("s", 1, 9), "summary").path("policies").path(0).path("course");

    assertThat(course.path("waiting")).allMatch(waiting -> waiting.asDouble() == 0);
    assertThat(course.path("usedShare")).anyMatch(used -> used.asDouble() > 0.5);
  }

  private String page(String scenario, double wallSeconds, int mostBars) throws IOException {
    var file = folder.resolve("page.html");
    var interval = new GridJob.Interval(4000, 6000, 2000);
    var jobs =
        List.of(
            new GridJob(1, 1000, 4000, 2, 5000, Optional.empty(), Precedence.NONE),
            new GridJob(2, 2000, 2000, 3, 3000, Optional.of(interval), Precedence.NONE));
    var setting =
        new TwoLevelSetting(2, 3, "fcfs", 0, "load-balance", "mct-by-index", GridSettings.DEFAULTS);
    var seeds = new Seeds(9_007_199_254_740_993L, scenario, 0);
    var run = TwoLevelReplay.run(jobs, setting, seeds);
    var runs =
        Stream.of("mct", "static")
            .map(policy -> TwoLevelReplay.title(policy, seeds, "engine", "1.0").took(wallSeconds))
            .map(title -> TwoLevelRun.FORMAT.titled(run, title))
            .toList();
    try (var page =
        SystemPage.open(
            file,
            new TwoLevelPage(new PageLimits(mostBars, 1, 1, 1)),
            new TwoLevelSystem().metrics())) {
      for (var each : runs) {
        page.add(each);
      }
      var summary = ScenarioRuns.summary(new TwoLevelSystem(), runs, List.of("n"), List.of());
      summary.path("policies").forEach(each -> ((ObjectNode) each).put("violations", 1));
      page.finish(summary);
    }
    return Files.readString(file);
  }
}
