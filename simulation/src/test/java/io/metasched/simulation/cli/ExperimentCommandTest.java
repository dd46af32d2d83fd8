package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.system.Experiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code metasched experiment}, and {@code metasched check} of its results. */
@Tag("experiments")
final class ExperimentCommandTest {
  private static final String NAME = "cyclic-single-job";

  @TempDir private static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void runOnce() {
    assertThat(run(shared.resolve("r"), "--threads", "1").done())
        .startsWith(NAME + ": ")
        .contains(
            "\nAs published:\n",
            "\nColumns exact.*",
            "\nholds        amp-is-earliest",
            "Results are in ");
  }

  private static CommandRun run(Path out, Object... more) {
    var all = new ArrayList<Object>(List.of("experiment", NAME, "--replications", 20));
    all.addAll(List.of("--out", out));
    all.addAll(List.of(more));
    return CommandRun.of(all.toArray());
  }

  @Test
  void experimentsAreListed() throws IOException {
    var names = Experiments.all().stream().map(each -> each.profile().name()).toList();

    assertThat(CommandRun.of("experiment", "list").done()).contains(names).contains("all (about ");
    assertThat(CommandRun.of("experiment").done())
        .isEqualTo(CommandRun.of("experiment", "list").done());
    var json = new ObjectMapper().readTree(CommandRun.of("experiment", "list", "--json").done());
    assertThat(json.path("experiments").findValuesAsText("name")).isEqualTo(names);
    for (var experiment : json.path("experiments")) {
      assertThat(experiment.path("summary").asText()).endsWith(".");
      assertThat(experiment.path("source").asText()).isNotBlank();
      assertThat(experiment.path("estimatedSeconds").asLong()).isPositive();
    }
  }

  @Test
  void theResultDoesNotDependOnTheThreads() throws IOException {
    var text = run(folder.resolve("r"), "--threads", "3", "--json").done();

    assertThat(text.lines()).hasSize(1);
    var printed = withoutTime(new ObjectMapper().readTree(text));
    assertThat(printed).isEqualTo(summary(folder)).isEqualTo(summary(shared));
    for (var file : List.of("cells.csv", "observations.csv", "report.html")) {
      assertThat(folder.resolve("r").resolve(file))
          .hasSameBinaryContentAs(shared.resolve("r").resolve(file));
    }
  }

  @Test
  void anotherSeedGivesOtherValues() throws IOException {
    run(folder.resolve("r"), "--seed", "2").done();

    assertThat(summary(folder).path("cells")).isNotEqualTo(summary(shared).path("cells"));
    assertThat(summary(folder).path("seed").asLong()).isEqualTo(2);
  }

  @Test
  void aSettingChangesTheEnvironment() throws IOException {
    run(folder.resolve("r"), "--set", "nodes.count=40").done();

    assertThat(summary(folder).path("cells")).isNotEqualTo(summary(shared).path("cells"));
  }

  private static JsonNode summary(Path folder) throws IOException {
    return withoutTime(new ObjectMapper().readTree(folder.resolve("r/summary.json").toFile()));
  }

  private static JsonNode withoutTime(JsonNode summary) {
    assertThat(summary.path("wallSeconds").asDouble()).isPositive();
    ((ObjectNode) summary.path("fingerprints")).remove("wallSeconds");
    return ((ObjectNode) summary).remove(List.of("wallSeconds"));
  }

  @Test
  @Tag("long")
  void allExperimentsHaveFoldersOfTheirOwnAndAPageThatLeadsToThem() throws IOException {
    var run = all("--replications", "2", "--json", "--out", folder.resolve("a"));

    assertThat(run.exit()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    var experiments = new ObjectMapper().readTree(run.out()).path("experiments");
    assertThat(experiments)
        .hasSize((int) Experiments.all().stream().filter(each -> each.logs().isEmpty()).count());
    var page = Files.readString(folder.resolve("a/report.html"));
    for (var experiment : experiments) {
      var name = experiment.path("experiment").asText();
      assertThat(folder.resolve("a").resolve(name).resolve("report.html")).isRegularFile();
      assertThat(page).contains("\"experiment\":\"" + name + "\"");
    }
    assertThat(CommandRun.of("check", folder.resolve("a")).done())
        .isEqualToIgnoringNewLines(
            "experiments checked: %d, violations: 0".formatted(experiments.size()));
    var again = all("--replications", "1", "--force", "--out", folder.resolve("a"));
    assertThat(again.out()).contains(Experiments.all().get(0).profile().name() + ": ");
    assertThat(again.exit()).isZero();
  }

  /** Runs all experiments that need no log, because no log is available. */
  private CommandRun all(Object... more) {
    var all = new ArrayList<Object>(List.of("experiment", "all", "--traces", folder));
    all.addAll(List.of(more));
    var run = CommandRun.of(all.toArray());

    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .startsWith("metasched: skipped hierarchical-")
        .contains(": no log SDSC-SP2", "" + folder, "--traces");
    return run;
  }

  @Test
  void aMissingLogIsNamed() {
    CommandRun.of(
            "experiment", "hierarchical-local", "--traces", folder, "--out", folder.resolve("r"))
        .refusedLeaving(folder, List.of(folder), "SDSC-SP2-1998-4.2-cln.swf.gz", "" + folder);
  }

  static Stream<Arguments> badInput() {
    return Stream.of(
        Arguments.of(
            List.of("cyclic-singel-job"),
            "unknown experiment 'cyclic-singel-job'",
            "cyclic-single-job"),
        Arguments.of(List.of(NAME, "--replications", "0"), "--replications", "from 1 to 1000000"),
        Arguments.of(List.of(NAME, "--replications", "1000001"), "--replications", "1000001"),
        Arguments.of(List.of(NAME, "--replications", "many"), "--replications", "many"),
        Arguments.of(List.of(NAME, "--threads", "0"), "--threads", "from 1 to 1024"),
        Arguments.of(List.of(NAME, "--seed", "1.5"), "--seed", "1.5"),
        Arguments.of(List.of(NAME, "--set", "nodes.cuont=3"), "nodes.cuont", "nodes.count"),
        Arguments.of(List.of(NAME, "--set", "nodes.count=0"), "nodes.count", "0"),
        Arguments.of(List.of("all", "--set", "nodes.cuont=3"), "nodes.cuont", "nodes.count"),
        Arguments.of(List.of(NAME, "--replicatoins", "3"), "--replicatoins", "--replications"));
  }

  @ParameterizedTest
  @MethodSource("badInput")
  void badInputIsRefusedInOneLine(List<String> arguments, String what, String allowed) {
    var all = new ArrayList<Object>(List.of("experiment"));
    all.addAll(arguments);
    all.addAll(List.of("--out", folder.resolve("r")));

    CommandRun.of(all.toArray()).refusedLeaving(folder, List.of(folder), what, allowed);
  }

  @Test
  void aPlaceThatIsTakenOrImpossibleIsRefused() throws IOException {
    var taken = Files.createDirectory(folder.resolve("taken"));
    var file = Files.writeString(folder.resolve("file"), "");
    var content = CommandRun.content(folder);

    run(taken).refusedLeaving(folder, content, "taken", "exists already", "--force");
    run(file.resolve("r")).refusedLeaving(folder, content, "file");
  }

  // --- check

  @Test
  void aSoundExperimentPassesTheCheck() {
    assertThat(CommandRun.of("check", shared.resolve("r")).done())
        .isEqualToIgnoringNewLines("experiments checked: 1, violations: 0");
    assertThat(CommandRun.of("check", shared, "--json").done())
        .isEqualToIgnoringNewLines("{\"violations\":[],\"notes\":[]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cells.csv        | AMP,cost,1445.2,      | AMP,cost,1445.3,      | AMP / cost differs",
        "cells.csv        | AMP,cost,1445.2,      | AMP,cost,1445.2,9     | AMP / cost: ours must"
            + " be",
        "cells.csv        | ,20,0.01,             | ,19,0.01,             | count must be 20",
        "cells.csv        | ,0.01,within          | ,0.01,outside         | verdict must be within",
        "cells.csv        | AMP,start,            | AMP,begin,            | one cell per observed"
            + " series",
        "cells.csv        | MinCost,cost,1027.3,  | MinCost,cost,x,       | a finite number",
        "cells.csv        | row,column,paper      | row,column            | cells.csv:1",
        "observations.csv | \\n"
            + "7,AMP,runtime,     | \\n"
            + "7,AMP,runtime,1    | AMP / runtime: ours must be",
        "observations.csv | \\n7,AMP,runtime,     | \\n8,AMP,runtime,     | replication 7",
        "observations.csv | \\n0,AMP,cost,        | \\n0,AMP,price,       | observations.csv",
        "summary.json     | \"replications\" : 20 | \"replications\" : 21 | replications",
        "summary.json     | \"count\" : 20        | \"count\" : 21        | AMP / cost differs",
        "summary.json     | \"cells\"             | \"cell\"              | cells: allowed is",
      })
  void aChangedFileIsFound(String file, String text, String by, String found) throws IOException {
    var copy = copy();
    var content = Files.readString(copy.resolve(file));
    var before = text.strip().replace("\\n", "\n");
    assertThat(content).contains(before);
    int at = content.indexOf(before);
    Files.writeString(
        copy.resolve(file),
        content.substring(0, at)
            + by.strip().replace("\\n", "\n")
            + content.substring(at + before.length()));

    var checked = CommandRun.of("check", copy);

    assertThat(checked.out()).contains(found).doesNotContain("violations: 0");
    assertThat(checked.err()).isEmpty();
    assertThat(checked.exit()).isEqualTo(1);
  }

  @Test
  void anIntervalTooNarrowOrTooWideIsFound() throws IOException {
    for (var factor : List.of(0.99999, 1.00001)) {
      var copy = copy();
      var lines = new ArrayList<>(Files.readAllLines(copy.resolve("cells.csv")));
      var cells = lines.get(1).split(",", -1);
      cells[4] = Double.toString(factor * Double.parseDouble(cells[4]));
      lines.set(1, String.join(",", cells));
      Files.write(copy.resolve("cells.csv"), lines);

      assertThat(CommandRun.of("check", copy).out()).contains("AMP / cost: ci95 must enclose 95 %");
    }
  }

  @Test
  void aMissingFileIsFound() throws IOException {
    var copy = copy();
    Files.delete(copy.resolve("cells.csv"));
    assertThat(CommandRun.of("check", copy).out()).contains("cells.csv: does not exist");

    Files.delete(copy.resolve("observations.csv"));
    CommandRun.of("check", copy)
        .refusedLeaving(copy, CommandRun.content(copy), "holds no results", "observations.csv");
  }

  private Path copy() throws IOException {
    var copy = Files.createTempDirectory(folder, "copy");
    for (var name : List.of("cells.csv", "differences.csv", "observations.csv", "summary.json")) {
      Files.copy(shared.resolve("r").resolve(name), copy.resolve(name));
    }
    return copy;
  }
}
