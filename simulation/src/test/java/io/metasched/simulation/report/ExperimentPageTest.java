package io.metasched.simulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.experiment.fixture.ToyExperiment;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Sentence;
import io.metasched.simulation.study.Sentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of the pages of experiments, without a browser. */
final class ExperimentPageTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \u2028";

  @TempDir private Path folder;

  @Test
  void equalResultsGiveEqualBytes() throws IOException {
    assertThat(page(new ToyExperiment().result(6))).isEqualTo(page(new ToyExperiment().result(6)));
    assertThat(page(new ToyExperiment().result(6)))
        .isNotEqualTo(page(new ToyExperiment().result(7)))
        .doesNotContain("wallSeconds");
  }

  @Test
  void textFromOutsideStaysText() throws IOException {
    var page = page(new ToyExperiment(HOSTILE, HOSTILE).result(3));

    assertThat(page).doesNotContain("alert(1)</script>");
    assertThat(page.split("</script>", -1)).as("head, data, scripts").hasSize(4);
    var data = PageText.block(page, "experiment");
    assertThat(data.path("experiment").asText()).isEqualTo(HOSTILE);
    assertThat(data.path("table").path("rows").path(0).asText()).isEqualTo(HOSTILE);
  }

  @Test
  void thePagesNeedNothingElse() throws IOException {
    PageText.assertNeedsNothingElse(page(new ToyExperiment().result(3)));
    // except links to the experiments' own pages
    PageText.assertNeedsNothingElse(index().replace("href: `${encode", ""));
  }

  @Test
  void theTableHasAGroupForTheColumnsOfTheDefaultSearches() throws IOException {
    var table = PageText.block(page(new ToyExperiment().result(4)), "experiment").path("table");

    assertThat(table.path("rows")).hasToString("[\"1\",\"2\"]");
    assertThat(table.path("groups").path(0).path("columns").findValuesAsText("name"))
        .containsExactly("cost", "share", "never");
    assertThat(table.path("groups").path(1).path("prefix").asText()).isEqualTo("exact.");
    assertThat(table.path("groups").path(1).path("columns").findValuesAsText("label"))
        .containsExactly("cost");
  }

  @Test
  void figuresNameTheirCells() throws IOException {
    var figures = PageText.block(page(new ToyExperiment().result(4)), "experiment").path("figures");

    assertThat(figures.findValuesAsText("kind"))
        .containsExactly("BARS", "LINES", "LINES", "HEAT_MAP");
    assertThat(figures.path(1).path("curves").path(1).path("points").path(1))
        .hasToString("{\"x\":\"2.5\",\"row\":\"2\",\"column\":\"exact.cost\"}");
    assertThat(
            PageText.block(page(new ToyExperiment().result(4)), "experiment").path("seed").asText())
        .isEqualTo("-9223372036854775808");
  }

  @Test
  void theIndexCountsWhatHolds() throws IOException {
    var experiment = PageText.block(index(), "experiments").path("experiments").path(0);

    // row 1's cost of 12.5 is within the tolerance; the mean share 0.4 of row 2 is outside; one
    // cell has no value
    assertThat(experiment.path("within").asInt()).isEqualTo(1);
    assertThat(experiment.path("outside").asInt()).isEqualTo(2);
    assertThat(experiment.path("order-only").asInt()).isEqualTo(1);
    assertThat(experiment.path("claims"))
        .hasToString(
            "[{\"id\":\"right\",\"finding\":\"holds\"},{\"id\":\"wrong\",\"finding\":\"contradicted\"}]");
    assertThat(experiment.path("experiment").asText()).isEqualTo("toy");
  }

  @Test
  void theIndexHasEverySentenceOfThePapersWithTheFindingsOfAllExperiments() throws IOException {
    var broker = Sentences.of("broker").all();
    var toy = new ToyExperiment().result(5);
    var index = new ExperimentIndexPage("1.0");
    index.add(judged(toy, broker.get(0), Finding.HOLDS));
    index.add(judged(toy, broker.get(1), Finding.CONTRADICTED));
    index.add(judged(toy, broker.get(1), Finding.HOLDS));
    var file = folder.resolve("index.html");
    index.write(file);

    var papers = PageText.block(Files.readString(file), "experiments").path("papers");
    assertThat(papers).hasSize(Sentences.PAPERS.size());
    var sentences = papers.path(Sentences.PAPERS.indexOf("broker")).path("sentences");
    assertThat(sentences).hasSize((int) broker.stream().filter(Sentence::isPublished).count());
    assertThat(sentences.path(0).path("says").asText()).isEqualTo(broker.get(0).says());
    assertThat(sentences.path(0).path("finding").asText()).isEqualTo("holds");
    assertThat(sentences.path(1).path("finding").asText()).isEqualTo("contradicted");
    assertThat(sentences.path(2).path("finding").isNull()).isTrue();
  }

  private static ExperimentResult judged(ExperimentResult of, Sentence sentence, Finding finding) {
    return new ExperimentResult(
        of.profile(),
        of.runSeed(),
        of.measurements(),
        of.cells(),
        of.compared(),
        List.of(new Claim(sentence, finding, "")),
        of.figures(),
        of.tradeOff());
  }

  private String index() throws IOException {
    var file = folder.resolve("index.html");
    var index = new ExperimentIndexPage("1.0");
    index.add(new ToyExperiment().result(5));
    index.write(file);
    return Files.readString(file);
  }

  private String page(ExperimentResult result) throws IOException {
    var file = folder.resolve("page.html");
    ExperimentPage.write(result, "1.0", file);
    return Files.readString(file);
  }
}
