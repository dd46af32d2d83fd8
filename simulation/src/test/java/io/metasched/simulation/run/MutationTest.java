package io.metasched.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Detection of any single changed value of a result: the check names the file and the field. */
final class MutationTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CELLS = Draws.few(80);

  @TempDir private Path folder;

  static Stream<Arguments> simulations() {
    return Stream.of(
        Arguments.of(
            "cyclic",
            List.of(
                "simulate",
                "--cycles",
                "2",
                "--policy",
                "css,backfilling",
                "--driver",
                "engine",
                "--set",
                "nodes.count=12",
                "--set",
                "jobs.per-cycle=4",
                "--set",
                "vo.count=2",
                "--set",
                "workflows={count=1,jobs=20}")),
        Arguments.of(
            "two-level",
            List.of(
                "simulate",
                "two-level",
                "--driver",
                "engine",
                "--policy",
                "mct,static",
                "--set",
                "jobs.count=20")),
        Arguments.of(
            "rectangles",
            List.of(
                "simulate",
                "rectangles",
                "--driver",
                "engine",
                "--policy",
                "pe-worst,duration-best",
                "--set",
                "jobs.count=60",
                "--set",
                "elements=128",
                "--set",
                "jobs.umed=5",
                "--set",
                "jobs.uhi=7",
                "--set",
                "reservations.cancel-share=0.2",
                "--set",
                "reservations.shrink-share=0.4",
                "--set",
                "speeds=[{count=64,speed=1},{count=64,speed=1.5}]",
                "--set",
                "shapes=[0.5,2]")),
        Arguments.of(
            "what-if",
            List.of(
                "simulate",
                "what-if",
                "--driver",
                "engine",
                "--policy",
                "load,what-if",
                "--set",
                "jobs.count=60",
                "--set",
                "jobs.interarrival=150",
                "--set",
                "requests.block=4",
                "--set",
                "requests.co-allocated-share=0.4",
                "--set",
                "requests.withdrawn-share=0.3")),
        Arguments.of(
            "broker",
            List.of(
                "simulate",
                "broker",
                "--driver",
                "engine",
                "--policy",
                "least-load,random",
                "--set",
                "jobs.count=60",
                "--set",
                "tasks.batches=6",
                "--set",
                "brokers.count=2",
                "--set",
                "agents.lost-every=900",
                "--set",
                "tasks.users=3",
                "--set",
                "tasks.cancel-share=0.3",
                "--set",
                "tasks.foreign-cancel-share=0.3")),
        Arguments.of("replay", List.of("replay", "LOG", "--policy", "fcfs,easy")));
  }

  private Path result(List<String> command) throws IOException {
    var log = folder.resolve("small.swf");
    var random = new SplittableRandom(3);
    var text = new StringBuilder("; MaxProcs: 8\n");
    for (int id = 1; id <= 40; id++) {
      text.append(
          "%d %d -1 %d %d -1 -1 -1 400 -1 1 %d -1 -1 -1 -1 -1 -1\n"
              .formatted(
                  id, id * 30, 1 + random.nextInt(500), 1 + random.nextInt(8), random.nextInt(4)));
    }
    Files.writeString(log, text);
    var out = folder.resolve("out");
    var arguments = new ArrayList<Object>();
    command.forEach(word -> arguments.add(word.equals("LOG") ? log : word));
    arguments.addAll(List.of("--out", out));
    CommandRun.of(arguments.toArray()).done();
    assertThat(FolderCheck.of(out, Mutants.VERSION).violations()).isEmpty();
    return out;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("simulations")
  void everyFieldOfTheSummaryIsHeldAgainstTheFiles(String system, List<String> command)
      throws IOException {
    var out = result(command);
    var file = out.resolve(ResultFolder.SUMMARY);
    var original = Files.readString(file);
    var summary = (ObjectNode) JSON.readTree(original);
    var leaves = Mutants.leaves(summary);

    for (var leaf : Mutants.drawn(leaves)) {
      for (var changed :
          List.of(Mutants.other(leaf.value()), JsonNodeFactory.instance.objectNode())) {
        leaf.put().accept(changed);
        Files.writeString(file, JSON.writeValueAsString(summary));
        leaf.put().accept(leaf.value());

        var found = FolderCheck.of(out, Mutants.VERSION).violations();
        assertThat(found).as("%s: %s", system, leaf.field()).isNotEmpty();
        assertThat(Mutants.named(found))
            .as("%s: %s: %s", system, leaf.field(), found)
            .contains("summary.json", leaf.name());
      }
    }
    assertThat(leaves).hasSizeGreaterThan(100);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("simulations")
  void everyCellOfATableIsHeldAgainstTheSummary(String system, List<String> command)
      throws IOException {
    var out = result(command);
    var random = new SplittableRandom(11);
    var tables = new TreeMap<String, Path>(); // the tables of one of the policies
    try (var files = Files.walk(out)) {
      files
          .filter(file -> file.toString().endsWith(".csv"))
          .forEach(file -> tables.put(String.valueOf(file.getFileName()), file));
    }
    for (var table : tables.values()) {
      var original = Files.readString(table);
      var lines = Mutants.lines(table);
      var columns = lines.get(0);
      for (int cell = 0; cell < CELLS && lines.size() > 1; cell++) {
        int line = 1 + random.nextInt(lines.size() - 1);
        int column = random.nextInt(columns.size());
        var other = Mutants.other(lines.get(line).get(column), random);
        Mutants.write(Mutants.with(lines, line, column, other), table);

        var found = Mutants.named(FolderCheck.of(out, Mutants.VERSION).violations());
        assertThat(found)
            .as("%s: %s:%d column %s: %s", system, table, line + 1, columns.get(column), found)
            .contains(String.valueOf(table.getFileName()), columns.get(column));
      }
      Files.writeString(table, original);
    }
    assertThat(tables).containsKeys("run.csv", "jobs.csv");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("simulations")
  void noFileIsMissingOrAnothers(String system, List<String> command) throws IOException {
    var out = result(command);
    for (var file : CommandRun.content(out)) {
      if (!Files.isRegularFile(file)) {
        continue;
      }
      var name = String.valueOf(file.getFileName());
      var text = Files.readString(file);

      Files.writeString(file, text.replaceFirst("(?s)(.*)[0-5]", "$19"));
      assertThat(FolderCheck.of(out, Mutants.VERSION).violations())
          .as("%s: %s", system, file)
          .isNotEmpty();
      if (!name.equals("report.html")) {
        Files.delete(file);
        assertThat(FolderCheck.of(out, Mutants.VERSION).violations())
            .as("%s: no %s", system, file)
            .isNotEmpty();
      }
      Files.writeString(file, text);
    }
    assertThat(FolderCheck.of(out, Mutants.VERSION).violations()).isEmpty();
  }
}
