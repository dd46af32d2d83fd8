package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.system.Experiments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All experiments, run from the command line with few replications, and the check of their files.
 */
@Tag("long")
@Tag("experiments")
final class EveryExperimentTest {
  private static final int REPLICATIONS = 5;

  /** Cells that may be empty, as "experiment: row / column", with the reason. */
  private static final Map<String, String> MAY_BE_EMPTY = Map.of();

  @TempDir private static Path folder;
  private static JsonNode all = new ObjectMapper().missingNode();

  static List<String> experiments() {
    return Experiments.all().stream().map(each -> each.profile().name()).toList();
  }

  private static List<String> withoutLogs() {
    return Experiments.all().stream()
        .filter(each -> each.logs().isEmpty())
        .map(each -> each.profile().name())
        .toList();
  }

  /** Returns the experiments that were run: all of them if the logs are available. */
  private static List<String> ran() {
    return all.findValuesAsText("experiment");
  }

  @BeforeAll
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  static void runThemAll() throws IOException {
    var run =
        CommandRun.of(
            "experiment",
            "all",
            "--json",
            "--replications",
            REPLICATIONS,
            "--out",
            folder.resolve("all"));

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    all = new ObjectMapper().readTree(run.out()).path("experiments");
    // standard error lists the experiments whose logs are missing, and nothing else
    assertThat(run.err().lines().count()).isEqualTo(ran().equals(experiments()) ? 0 : 1);
    assertThat(ran()).containsAll(withoutLogs());
  }

  @Test
  void namesAreUnique() {
    assertThat(experiments()).doesNotHaveDuplicates().isNotEmpty();
    assertThat(experiments()).allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
    assertThat(experiments()).doesNotContain("list", "all");
    assertThat(experiments()).containsSubsequence(ran());
  }

  @Test
  void theTablesFollowFromTheObservations() {
    assertThat(CommandRun.of("check", folder.resolve("all")).done())
        .isEqualToIgnoringNewLines(
            "experiments checked: %d, violations: 0".formatted(ran().size()));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void eachCellHasAValueAndEachClaimItsFigures(String name) {
    var experiment = Experiments.named(name);
    Assumptions.assumeTrue(ran().contains(name), "there is no log for " + name);
    var json = all.path(ran().indexOf(name));

    assertThat(json.path("replications").asInt()).isEqualTo(REPLICATIONS);
    assertThat(json.path("schedulesChecked").asLong()).isPositive();
    assertThat(json.path("cells")).hasSameSizeAs(experiment.measures());
    for (var cell : json.path("cells")) {
      requireValue(name, cell);
    }
    var ids = json.path("claims").findValuesAsText("id");
    assertThat(new TreeSet<>(ids)).as("claims").hasSameSizeAs(ids);
    assertThat(ids).allMatch(id -> id.matches("[a-z0-9-]+"));
    assertThat(json.path("claims").findValuesAsText("measured")).noneMatch(String::isBlank);
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
}
