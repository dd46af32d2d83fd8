package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.experiment.Experiment;
import io.metasched.simulation.experiment.Experiments;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each experiment runs from the command line, with few replications, and its files hold. */
final class EveryExperimentTest {
  private static final double SECONDS_EACH = 3;
  private static final int MOST = 50;
  private static final int LEAST = 2;

  /** Cells that may stay empty, as "experiment: row / column", and why. */
  private static final Map<String, String> MAY_BE_EMPTY = Map.of();

  @TempDir private Path folder;

  static List<String> experiments() {
    return Experiments.all().stream().map(each -> each.profile().name()).toList();
  }

  @Test
  void namesAndClaimsAreUnique() {
    assertThat(experiments()).doesNotHaveDuplicates().isNotEmpty();
    assertThat(experiments()).allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
    assertThat(experiments()).doesNotContain("list", "all");
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void anExperimentRunsAndItsFilesHold(String name) throws Exception {
    var experiment = Experiments.named(name);
    int replications = replications(experiment);

    var text =
        CommandRun.of(
                "experiment",
                name,
                "--json",
                "--replications",
                replications,
                "--out",
                folder.resolve("r"))
            .done();

    assertThat(text.lines()).hasSize(1);
    var json = new ObjectMapper().readTree(text);
    assertThat(json.path("experiment").asText()).isEqualTo(name);
    assertThat(json.path("replications").asInt()).isEqualTo(replications);
    assertThat(json.path("schedulesChecked").asLong()).isPositive();
    assertThat(json.path("cells")).hasSameSizeAs(experiment.measures());
    for (var cell : json.path("cells")) {
      requireValue(name, cell);
    }
    var ids = json.path("claims").findValuesAsText("id");
    assertThat(new TreeSet<>(ids)).as("claims").hasSameSizeAs(ids);
    assertThat(ids).allMatch(id -> id.matches("[a-z0-9-]+"));
    assertThat(json.path("claims").findValuesAsText("measured")).noneMatch(String::isBlank);
    assertThat(CommandRun.of("check", folder.resolve("r")).done())
        .isEqualToIgnoringNewLines("experiments checked: 1, violations: 0");
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void figuresShowCellsOfTheTable(String name) {
    var experiment = Experiments.named(name);
    var series = experiment.measures().stream().map(measure -> measure.series()).toList();

    assertThat(series).doesNotHaveDuplicates();
    for (var figure : experiment.figures()) {
      assertThat(figure.curves()).as(figure.title()).hasSizeBetween(1, 8);
      for (var curve : figure.curves()) {
        assertThat(curve.points()).isNotEmpty();
        assertThat(series).containsAll(curve.points().stream().map(p -> p.series()).toList());
      }
    }
  }

  private static void requireValue(String experiment, JsonNode cell) {
    var where =
        "%s: %s / %s"
            .formatted(experiment, cell.path("row").asText(), cell.path("column").asText());
    if (!MAY_BE_EMPTY.containsKey(where)) {
      assertThat(cell.path("ours").isNumber()).as(where).isTrue();
    }
  }

  /** As many as take a few seconds by what the experiment says of itself. */
  private static int replications(Experiment experiment) {
    double affordable = SECONDS_EACH / experiment.profile().secondsEach();
    return (int) Math.max(LEAST, Math.min(MOST, affordable));
  }
}
