package io.metasched.simulation.run;

import static io.metasched.simulation.run.Mutants.VERSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.fixture.Draws;
import io.metasched.simulation.cli.CommandRun;
import io.metasched.simulation.rows.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Detection of any single changed value and any changed or missing file of a study. */
final class StudyMutationTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  static Stream<Arguments> studies() {
    return Stream.of(
        Arguments.of(
            "experiment", List.of("experiment", "cyclic-single-job", "--replications", "3")),
        Arguments.of(
            "sweep",
            List.of(
                "sweep",
                "--over",
                "jobs.per-cycle=2,3",
                "--policy",
                "css,fcfs",
                "--cycles",
                "2",
                "--set",
                "nodes.count=8",
                "--replications",
                "3")),
        Arguments.of(
            "sweep of policies",
            List.of(
                "sweep",
                "rectangles",
                "--over",
                "policies=[ff],[pe-worst]",
                "--set",
                "jobs.count=20",
                "--replications",
                "2")));
  }

  private Path result(List<String> command) {
    var out = folder.resolve("out");
    var arguments = new ArrayList<Object>(command);
    arguments.addAll(List.of("--out", out));
    assertThat(CommandRun.of(arguments.toArray()).exit()).isZero();
    assertThat(FolderCheck.of(out, VERSION).violations()).isEmpty();
    return out;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("studies")
  void everyFieldOfTheSummaryIsHeldAgainstTheFiles(String study, List<String> command)
      throws IOException {
    var out = result(command);
    var file = out.resolve(ResultFolder.SUMMARY);
    var summary = (ObjectNode) JSON.readTree(file.toFile());
    var leaves = Mutants.leaves(summary);

    for (var leaf : Mutants.drawn(leaves)) {
      for (var changed :
          List.of(Mutants.other(leaf.value()), JsonNodeFactory.instance.objectNode())) {
        leaf.put().accept(changed);
        Files.writeString(file, JSON.writeValueAsString(summary));
        leaf.put().accept(leaf.value());

        var found = Mutants.named(FolderCheck.of(out, VERSION).violations());
        assertThat(found).as("%s: %s", study, leaf.field()).contains("summary.json");
      }
    }
    assertThat(leaves).hasSizeGreaterThan(100);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("studies")
  void everyFieldOfTheSummaryIsNeededAndNoOther(String study, List<String> command)
      throws IOException {
    var out = result(command);
    var file = out.resolve(ResultFolder.SUMMARY);
    var summary = (ObjectNode) JSON.readTree(file.toFile());
    var names = new ArrayList<String>();
    summary.fieldNames().forEachRemaining(names::add);

    for (var name : names) {
      Files.writeString(file, JSON.writeValueAsString(summary.deepCopy().without(name)));
      assertThat(FolderCheck.of(out, VERSION).violations()).as("%s: %s", study, name).isNotEmpty();
    }
    Files.writeString(file, JSON.writeValueAsString(summary.deepCopy().put("best", "ours")));
    assertThat(Mutants.named(FolderCheck.of(out, VERSION).violations())).contains("best");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("studies")
  void everyCellOfATableIsHeldAgainstTheSummary(String study, List<String> command)
      throws IOException {
    var out = result(command);
    for (var name : List.of("observations.csv", "cells.csv", "differences.csv")) {
      Mutants.cells(
          out.resolve(name),
          Draws.few(100),
          (line, column) ->
              assertThat(Mutants.named(FolderCheck.of(out, VERSION).violations()))
                  .as("%s: %s:%d column %s", study, name, line, column)
                  .contains(name));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("studies")
  void noFileIsMissingOrAnothers(String study, List<String> command) throws IOException {
    var out = result(command);
    for (var file : CommandRun.content(out)) {
      if (!Files.isRegularFile(file)) {
        continue;
      }
      var name = String.valueOf(file.getFileName());
      var text = Files.readString(file);

      Files.writeString(file, text.replaceFirst("(?s)(.*)[0-5]", "$19"));
      assertThat(FolderCheck.of(out, VERSION).violations()).as("%s: %s", study, name).isNotEmpty();
      Files.writeString(file, text + "\n");
      boolean isJson = name.endsWith(".json"); // JSON ignores white space
      assertThat(FolderCheck.of(out, VERSION).violations().isEmpty()).as(name).isEqualTo(isJson);
      if (!name.equals("report.html") && !name.equals("observations.csv")) {
        Files.delete(file);
        assertThat(FolderCheck.of(out, VERSION).violations()).as("no %s", name).isNotEmpty();
      }
      Files.writeString(file, text);
    }
    assertThat(FolderCheck.of(out, VERSION).violations()).isEmpty();
  }

  @Test
  @Tag("long")
  void theSummaryOfSeveralExperimentsIsThatOfTheirFolders() throws IOException {
    var command = List.of("experiment", "cyclic-single-job", "--replications", "2");
    var one = result(command);
    var all = Files.createDirectory(folder.resolve("all"));
    Files.move(one, all.resolve("cyclic-single-job"));
    var own = JSON.readTree(all.resolve("cyclic-single-job/summary.json").toFile());
    var index = JsonNodeFactory.instance.objectNode();
    index.putArray("experiments").add(own);
    var file = all.resolve(ResultFolder.SUMMARY);
    Files.writeString(file, JSON.writeValueAsString(index));
    assertThat(FolderCheck.of(all, VERSION).violations()).isEmpty();

    for (var leaf : Mutants.drawn(Mutants.leaves(index))) {
      leaf.put().accept(Mutants.other(leaf.value()));
      Files.writeString(file, JSON.writeValueAsString(index));
      leaf.put().accept(leaf.value());
      assertThat(FolderCheck.of(all, VERSION).violations()).as(leaf.field()).isNotEmpty();
    }
    ((ArrayNode) index.path("experiments")).removeAll();
    Files.writeString(file, JSON.writeValueAsString(index));
    assertThat(Mutants.named(FolderCheck.of(all, VERSION).violations()))
        .contains("experiment cyclic-single-job is not in it");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("studies")
  void nothingForgedIsCompared(String study, List<String> command) throws IOException {
    var out = result(command);
    var sound = folder.resolve("sound");
    Files.createDirectory(sound);
    for (var file :
        List.of(
            "observations.csv", "cells.csv", "differences.csv", "summary.json", "scenario.conf")) {
      if (Files.exists(out.resolve(file))) {
        Files.copy(out.resolve(file), sound.resolve(file));
      }
    }
    assertThat(CommandRun.of("compare", out, sound).exit()).isZero();
    var table = out.resolve("observations.csv");
    Files.writeString(table, Files.readString(table).replaceFirst("(?s)(.*)[0-5]", "$19"));
    var content = CommandRun.content(folder);

    CommandRun.of("compare", out, sound)
        .refusedLeaving(folder, content, "the check finds", "the first: cells");
    CommandRun.of("compare", sound, out)
        .refusedLeaving(folder, content, "the check finds", "the first: cells");
  }
}
