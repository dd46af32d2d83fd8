package io.metasched.simulation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.experiment.fixture.ToyExperiment;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.study.CellFiles;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.StudyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment as files and as JSON. */
final class ExperimentFilesTest {
  @TempDir private Path folder;

  @Test
  void theObservationsGiveTheSameCellsWhenTheyAreReadAgain() throws IOException {
    var toy = new ToyExperiment("toy, with \"marks\"", "a, \"b\"\nc");
    var result = toy.result(9);
    var summary = ExperimentJson.of(result, "1.0", 3);
    ExperimentFiles.write(result, summary, new TreeMap<>(), folder);

    var read = StudyFiles.read(folder).measurements();
    var again = new ArrayList<MeasuredCell>();
    for (var measure : toy.measures()) {
      var series = measure.series();
      again.add(new MeasuredCell(measure, read.estimate(series.row(), series.column()), false));
    }
    assertThat(again).isEqualTo(result.cells());
    assertThat(CellFiles.FORMAT.read(folder)).hasSize(7).isEqualTo(CellFiles.readSummary(folder));
  }

  @Test
  void theFilesAreThoseOfTheSchema() throws IOException {
    var result = new ToyExperiment().result(2);

    ExperimentFiles.write(result, ExperimentJson.of(result, "1.0", 3), new TreeMap<>(), folder);

    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly(
              "cells.csv", "differences.csv", "observations.csv", "report.html", "summary.json");
    }
    assertThat(Files.readString(folder.resolve("cells.csv")))
        .startsWith(
            """
            row,column,paper,ours,ci95,count,tolerance,verdict
            1,cost,12.5,10.5,6.353102368087351,2,0.1,outside
            2,cost,-20.0,20.0,,1,,order-only
            """);
    assertThat(Files.readAllLines(folder.resolve("observations.csv")))
        .hasSize(1 + 2 * 7)
        .contains("1,1,cost,11.0", "1,2,cost,", "1,2,exact.cost,-0.3333333333333333");
  }

  @Test
  void theObjectHasTheFieldsThatProgramsReadIt() throws IOException {
    var json = ExperimentJson.of(new ToyExperiment().result(3), "1.0", 2.5);

    var read = new ObjectMapper().readTree(JsonText.line(json));

    assertThat(List.copyOf(names(read)))
        .contains("experiment", "replications", "seed", "cells", "claims", "wallSeconds")
        .contains("schedulesChecked", "source", "version", "summary");
    assertThat(read.path("seed").isIntegralNumber()).isTrue();
    assertThat(read.path("seed").longValue()).isEqualTo(Long.MIN_VALUE);
    assertThat(read.path("replications").intValue()).isEqualTo(3);
    assertThat(read.path("wallSeconds").doubleValue()).isEqualTo(2.5);
    assertThat(read.path("cells").path(0))
        .hasToString(
            "{\"row\":\"1\",\"column\":\"cost\",\"paper\":12.5,\"ours\":11.0,"
                + "\"ci95\":2.4841377117503276,\"count\":3,\"tolerance\":0.1,"
                + "\"verdict\":\"outside\"}");
    assertThat(read.path("cells").path(4).toString())
        .contains("\"ours\":null,\"ci95\":null,\"count\":0,\"tolerance\":0.5", "outside");
    assertThat(read.path("cells").path(2).toString())
        .contains("\"paper\":null", "\"tolerance\":null", "order-only");
    assertThat(read.path("claims").path(0))
        .hasToString(
            "{\"id\":\"right\",\"text\":\"One is"
                + " first.\",\"place\":null,\"printed\":null,\"finding\":\"holds\",\"measured\":\"It"
                + " is.\"}");
  }

  @Test
  void aPlaceThatTakesNoFilesIsReported() {
    var result = new ToyExperiment().result(2);
    var nowhere = folder.resolve("nowhere");

    assertThatThrownBy(
            () ->
                ExperimentFiles.write(
                    result, ExperimentJson.of(result, "1", 3), new TreeMap<>(), nowhere))
        .isInstanceOf(UncheckedIOException.class);
  }

  private static List<String> names(JsonNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
