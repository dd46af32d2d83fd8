package io.metasched.simulation.system.rectangles.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.PageText;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.rectangles.RectanglesInstance;
import io.metasched.simulation.system.rectangles.RectanglesSystem;
import io.metasched.simulation.system.rectangles.model.ElementRequest;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting;
import io.metasched.simulation.system.rectangles.model.ReservationTerms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of the page of reservations, without a browser. */
final class RectanglesPageTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \u2028";

  @TempDir private Path folder;

  @Test
  void aPageNeedsNothingElseAndTextStaysText() throws IOException {
    var page = page(HOSTILE, 400);

    PageText.assertNeedsNothingElse(page);
    assertThat(page).doesNotContain("alert(1)</script>").doesNotContain("wallSeconds");
    var facts = PageText.block(page, "summary");
    assertThat(facts.path("scenario").asText()).isEqualTo(HOSTILE);
    assertThat(facts.path("processors").asInt()).isEqualTo(8);
  }

  @Test
  void aStepHasTheFeasibleRectanglesAndTheOneTaken() throws IOException {
    // job 1 has elements 0-5 from 0 s to 10 s, so that job 2 finds 4 free only from 10 s on
    var steps = PageText.block(page("s", 400), "run-0").path("steps");

    assertThat(steps).hasSize(3);
    var second = steps.path(1);
    assertThat(second.path("starts").asInt()).isEqualTo(2);
    assertThat(second.path("chosen").asInt()).isZero();
    assertThat(second.path("start").asLong()).isEqualTo(10_000);
    assertThat(second.path("taken").toString()).isEqualTo("[0,3]");
    var taken = second.path("feasible").path(0);
    assertThat(taken.path("begin").asLong()).isEqualTo(10_000);
    assertThat(taken.path("rectangleEnd").asLong()).isEqualTo(20_000);
    assertThat(taken.path("free").toString()).isEqualTo("[0,7]");
    assertThat(steps.path(2).path("words").asText()).startsWith("refused: at no start");
  }

  @Test
  void aLongRunHasOnlyItsFirstSteps() throws IOException {
    assertThat(PageText.block(page("s", 20), "run-0").path("steps")).hasSize(1);
  }

  private String page(String scenario, int decisions) throws IOException {
    var requests =
        List.of(
            ElementRequest.plain(1, 0, 0, 10_000, 10_000, 6),
            ElementRequest.plain(2, 1000, 2000, 5000, 20_000, 4),
            ElementRequest.plain(3, 2000, 3000, 7000, 10_000, 3));
    var instance =
        new RectanglesInstance(
            scenario,
            List.of("ff"),
            RectanglesSetting.of(8),
            ReservationTerms.of(1, 3, 3),
            requests,
            new Seeds(1, scenario, 0),
            List.of());
    var run = EngineLoop.run(instance.begin("ff", Progress.NONE), "1.0");
    var file = folder.resolve("page.html");
    var sections = new RectanglesPage(new PageLimits(9, decisions, 1, 1));
    try (var page = SystemPage.open(file, sections, new RectanglesSystem().metrics())) {
      page.add(run);
      var summary =
          ScenarioRuns.summary(new RectanglesSystem(), List.of(run), List.of("n"), List.of());
      summary.path("policies").forEach(each -> ((ObjectNode) each).put("violations", 0));
      page.finish(summary);
    }
    return Files.readString(file);
  }
}
