package io.metasched.simulation.system.cyclic.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.report.DeploymentJson;
import io.metasched.simulation.report.DeploymentTable;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.PageText;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.PluginJar;
import io.metasched.simulation.system.cyclic.CyclicSystem;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of the page, without a browser. */
final class CyclicPageTest {
  private static final String HOSTILE =
      "</script><script>alert(1)</script><!-- & \u2028 \ud83d\ude00";

  @TempDir private Path folder;
  private final CyclicRun small = RunText.small().read();

  @Test
  void equalRunsGiveEqualBytes() throws IOException {
    var one = page(PageLimits.DEFAULT, List.of("a note"), small, small);
    var other = page(PageLimits.DEFAULT, List.of("a note"), small, RunText.small().read());

    assertThat(one).isEqualTo(other);
  }

  @Test
  void textFromOutsideStaysText() throws IOException {
    var hostile = RunText.small().header("scenario", HOSTILE).header("policy", "<b>");
    var page = page(PageLimits.DEFAULT, List.of(HOSTILE), hostile.read());

    assertThat(page).doesNotContain("alert(1)</script>", "<b>");
    assertThat(page.split("</script>", -1)).as("head, run, summary, scripts").hasSize(5);
    assertThat(PageText.block(page, "summary").path("scenario").asText()).isEqualTo(HOSTILE);
    assertThat(PageText.block(page, "summary").path("notes").path(0).asText()).isEqualTo(HOSTILE);
    assertThat(PageText.block(page, "run-0").path("policy").asText()).isEqualTo("<b>");
  }

  @Test
  void thePageNeedsNothingElse() throws IOException {
    var page = page(PageLimits.DEFAULT, List.of(), small);

    PageText.assertNeedsNothingElse(page);
  }

  @Test
  void placementsStandThereAsTheyAreInTheRun() throws IOException {
    var run = PageText.block(page(PageLimits.DEFAULT, List.of(), small), "run-0");

    var parts = run.path("parts");
    var ids = run.path("jobs").path("id");
    var rows = new ArrayList<String>();
    for (int at = 0; at < parts.path("job").size(); at++) {
      var job = ids.path(parts.path("job").path(at).asInt()).asText();
      rows.add(job + " " + cells(parts, at, "node", "start", "end", "realEnd", "costMilli"));
    }
    assertThat(rows)
        .containsExactlyElementsOf(small.placements().stream().map(CyclicPageTest::cells).toList());
    assertThat(parts.path("total").asInt()).isEqualTo(6);
    assertThat(run.path("shownUntilTick").asLong()).isEqualTo(-1);
    assertThat(run.path("local").path("start")).hasToString("[0,30000,50000]");
  }

  @Test
  void jobsNodesCyclesAndSetbacksAgreeWithTheRun() throws IOException {
    var run = PageText.block(page(PageLimits.DEFAULT, List.of(), small), "run-0");

    assertThat(run.path("jobs").path("id")).hasToString("[\"1\",\"2\",\"3\",\"5\",\"1/8\"]");
    assertThat(texts(run.path("jobs").path("outcome")))
        .containsExactly("finished", "stopped", "finished", "withdrawn", "finished");
    assertThat(texts(run.path("jobs").path("criterion")))
        .containsExactly("start", "cost", "finish", "energy", "start");
    assertThat(run.path("nodes").path("priceMilli")).hasToString("[2000,5000,8500]");
    assertThat(run.path("cycleRows").path("placed")).hasToString("[2,0,3,1,0,0]");
    assertThat(texts(run.path("decisions").path("event")))
        .containsExactly("requeued", "refused", "postponed");
    assertThat(texts(run.path("decisions").path("reason")))
        .containsExactly("slot_taken", "not_enough_nodes", "no_alternative");
    assertThat(run.path("users").path("balanceMilli")).hasToString("[965000,605000]");
    assertThat(run.path("organizations").path("rows")).hasSize(2);
  }

  @Test
  void theSummaryHasTheTotalsOfEachPolicy() throws IOException {
    var page = page(PageLimits.DEFAULT, List.of(), small, small);

    var summary = PageText.block(page, "summary");
    assertThat(summary.path("seed").asText()).isEqualTo("-9223372036854775808");
    assertThat(summary.path("policies")).hasSize(2);
    var policy = summary.path("policies").path(1);
    assertThat(policy.path("finished").asInt()).isEqualTo(4);
    assertThat(policy.path("endTick").asLong()).isEqualTo(201_000);
    assertThat(policy.path("course").path("incomeMilli").path(119).asLong()).isEqualTo(830_000);
    assertThat(summary.has("wallSeconds")).as("would differ from run to run").isFalse();
  }

  @Test
  void thePageOfSeveralJvmsHasTheirActors() throws IOException {
    var jvm = new Deployment.Jvm(1, HOSTILE, List.of("owners"), List.of(0, 2), List.of(0), 3);
    var sent = new Deployment.Traffic(1, 1, 7, 700);
    var deployment = new Deployment("domains", List.of(jvm), List.of(sent));
    var file = folder.resolve(PageFile.NAME);
    try (var page =
        SystemPage.open(file, new CyclicSystem().page(1), new CyclicSystem().metrics())) {
      page.add(small);
      var summary = summary(List.of(), small);
      DeploymentJson.add(summary, deployment);
      page.finish(summary);
    }

    var text = Files.readString(file);
    var summary = PageText.block(text, "summary");

    assertThat(text).containsOnlyOnce("id=\"jvms-section\"");
    var first = summary.path("topology").path(0);
    assertThat(first.path("place").asText()).isEqualTo(HOSTILE);
    assertThat(first.path("domains")).hasToString("[0,2]");
    assertThat(first.path("users").asInt()).isEqualTo(3);
    assertThat(summary.path("traffic"))
        .hasToString("[{\"from\":1,\"to\":1,\"messages\":7,\"bytes\":700}]");
    assertThat(DeploymentTable.of(deployment)).contains("domains", "0 2", "0.7");
  }

  @Test
  void aRunBeyondTheLimitsIsCutInTimeAndThePageStatesIt() throws IOException {
    var run = PageText.block(page(new PageLimits(2, 1, 1, 1), List.of(), small), "run-0");

    assertThat(run.path("shownUntilTick").asLong()).isEqualTo(10_000);
    assertThat(run.path("parts").path("start")).hasToString("[5000,10000]");
    assertThat(run.path("parts").path("total").asInt()).isEqualTo(6);
    assertThat(run.path("jobs").path("id")).hasToString("[\"1\",\"2\"]");
    assertThat(run.path("local").path("start")).hasToString("[0]");
    assertThat(run.path("local").path("total").asInt()).isEqualTo(3);
    assertThat(run.path("cycleRows").path("tick")).hasToString("[0]");
    assertThat(run.path("cycleRows").path("total").asInt()).isEqualTo(6);
    assertThat(texts(run.path("decisions").path("job"))).containsExactly("3");
    assertThat(run.path("decisions").path("total").asInt()).isEqualTo(3);
    assertThat(run.path("users").path("user")).hasToString("[0]");
    assertThat(run.path("users").path("total").asInt()).isEqualTo(2);
  }

  private String page(PageLimits limits, List<String> notes, CyclicRun... runs) throws IOException {
    var file = folder.resolve(PageFile.NAME);
    try (var page = SystemPage.open(file, new CyclicPage(limits), new CyclicSystem().metrics())) {
      for (var run : runs) {
        page.add(run);
      }
      page.finish(summary(notes, runs));
    }
    return Files.readString(file);
  }

  private static ObjectNode summary(List<String> notes, CyclicRun... runs) {
    return ScenarioRuns.summary(
        new CyclicSystem(),
        List.of(runs),
        notes,
        List.of(new PluginJar.Id("a.jar", "f".repeat(64))));
  }

  private static String cells(JsonNode table, int row, String... columns) {
    var cells = new ArrayList<String>();
    for (var column : columns) {
      cells.add(table.path(column).path(row).asText());
    }
    return String.join(" ", cells);
  }

  private static String cells(PlacementRow row) {
    return "%s %d %d %d %d %d"
        .formatted(row.job(), row.node(), row.start(), row.end(), row.realEnd(), row.costMilli());
  }

  private static List<String> texts(JsonNode column) {
    var texts = new ArrayList<String>();
    column.path("at").forEach(at -> texts.add(column.path("texts").path(at.asInt()).asText()));
    return texts;
  }
}
