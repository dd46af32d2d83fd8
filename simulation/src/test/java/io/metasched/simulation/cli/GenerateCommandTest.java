package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated workloads as files: their content, and rejected settings. */
final class GenerateCommandTest {
  @TempDir private Path folder;

  @Test
  void aLogIsWrittenInAnotherFormatAndReplaysEqually() throws IOException {
    var sacct =
        Files.writeString(
            folder.resolve("accounts.txt"),
            """
            JobID|Submit|Start|End|NCPUS|Timelimit|State|User|Account
            5|2024-03-01T10:00:00|2024-03-01T10:00:05|2024-03-01T10:01:45|4|00:05:00|COMPLETED|anna|physics
            5.batch|2024-03-01T10:00:05|2024-03-01T10:00:05|2024-03-01T10:01:45|4||COMPLETED||physics
            6|2024-03-01T10:00:10|2024-03-01T10:01:45|2024-03-01T10:03:25|4|UNLIMITED|FAILED|ben|physics
            bad
            """);
    var swf = folder.resolve("jobs.swf");
    var again = folder.resolve("jobs.sacct.gz");

    var printed = CommandRun.of("generate", "log", sacct, "--skip-malformed", "--out", swf).done();
    CommandRun.of("generate", "log", swf, "--processors", "4", "--out", again).done();

    assertThat(printed)
        .contains("2 jobs for 4 processors", "malformed lines skipped: 1", "steps: 1 lines");
    assertThat(swf)
        .content()
        .contains("\n5 0 5 100 4 -1 -1 4 300 -1 -1 0 ", "\n6 10 95 100 4 -1 -1 4 100 -1 -1 1 ");
    assertThat(replayed(swf)).isEqualTo(replayed(again));
    CommandRun.of("generate", "log", swf, "--out", folder.resolve("jobs.csv"))
        .refusedLeaving(
            folder, CommandRun.content(folder), "--out: must be a file name that ends in .swf");
  }

  @Test
  void precedingJobsThatAFormatHasNoRoomForAreCounted() throws IOException {
    var json =
        Files.writeString(
            folder.resolve("jobs.json"),
            """
            {"nb_res": 4,
             "jobs": [{"id": 0, "subtime": 0, "walltime": 20, "res": 1, "profile": "p"},
                      {"id": 1, "subtime": 0, "walltime": 20, "res": 1, "profile": "p"},
                      {"id": 2, "subtime": 1, "res": 1, "profile": "p", "dependencies": [1]},
                      {"id": 3, "subtime": 1, "res": 1, "profile": "p", "dependencies": [0]},
                      {"id": 4, "subtime": 1, "res": 1, "profile": "p", "dependencies": [1, 2]}],
             "profiles": {"p": {"type": "delay", "delay": 10}}}
            """);
    var swf = folder.resolve("jobs.swf");
    var sacct = folder.resolve("jobs.sacct");
    var lost =
        "dependencies: 2 jobs have several preceding jobs, or job 0, and are written without them";

    assertThat(CommandRun.of("generate", "log", json, "--out", swf).done()).contains(lost);
    assertThat(CommandRun.of("generate", "log", json, "--out", sacct).done())
        .contains("dependencies: 3 jobs have preceding jobs, and are written without");
    CommandRun.of("replay", json, "--swf-out", "--out", folder.resolve("out")).done();

    var lines = Files.readAllLines(swf);
    assertThat(lines)
        .contains("; Note: " + lost)
        .filteredOn(line -> line.endsWith(" 1 0"))
        .hasSize(1);
    assertThat(lines).filteredOn(line -> line.endsWith(" -1 -1")).hasSize(4);
    assertThat(folder.resolve("out/replay.swf")).content().contains("; Note: " + lost);
  }

  private String replayed(Path log) throws IOException {
    var out = folder.resolve("out-" + log.getFileName());
    CommandRun.of("replay", log, "--out", out).done();
    return Files.readString(out.resolve("jobs.csv"));
  }

  @Test
  void theGeneratorsAreListed() {
    assertThat(CommandRun.of("generate").done())
        .startsWith("lublin   rigid jobs")
        .isEqualTo(CommandRun.of("generate", "list").done());
    assertThat(CommandRun.of("generate", "lublim").err())
        .contains("unknown generator 'lublim'; did you mean 'lublin'?; known are lublin");
  }

  @Test
  void aFlowIsWrittenPlainAndPackedTheSame() throws IOException {
    var plain = folder.resolve("a.swf");
    var packed = folder.resolve("a.swf.gz");

    lublin(plain, "--jobs", 200, "--size", 64).done();
    lublin(packed, "--jobs", 200, "--size", 64).done();

    var options = TraceOptions.defaults();
    assertThat(SwfReader.read(plain, options).jobs())
        .hasSize(200)
        .isEqualTo(SwfReader.read(packed, options).jobs());
    assertThat(Files.size(packed)).isLessThan(Files.size(plain) / 2);
    assertThat(Files.readAllLines(plain).get(20).split(" ", -1)).hasSize(18);
    assertThat(CommandRun.content(folder)).containsExactlyInAnyOrder(folder, plain, packed);
  }

  @Test
  void countsArePrintedAsJson() throws IOException {
    var file = folder.resolve("a.swf");

    var printed =
        lublin(file, "--jobs", 300, "--size", 128, "--types", "--seed", -7, "--json").done();

    var json = new ObjectMapper().readTree(printed);
    assertThat(printed.lines()).hasSize(1);
    assertThat(json.path("jobs").asInt()).isEqualTo(300);
    assertThat(json.path("seed").asInt()).isEqualTo(-7);
    assertThat(json.path("setting").asText()).isEqualTo("types");
    assertThat(json.path("batch").asInt()).isPositive();
    assertThat(json.path("batch").asInt() + json.path("interactive").asInt()).isEqualTo(300);
    assertThat(json.path("offeredLoad").asDouble()).isPositive();
    assertThat(json.path("file").asText()).isEqualTo(file.toString());
    var queues = new ArrayList<String>();
    Files.readAllLines(file).stream()
        .filter(line -> !line.startsWith(";"))
        .forEach(line -> queues.add(line.split(" ", -1)[14]));
    assertThat(queues).contains("0", "1").containsOnly("0", "1");
  }

  @Test
  void aSingleJobHasNoLoad() throws IOException {
    var printed = lublin(folder.resolve("a.swf"), "--jobs", 1, "--size", 5, "--json").done();

    assertThat(new ObjectMapper().readTree(printed).path("offeredLoad").asDouble()).isZero();
  }

  @Test
  void writtenLogsCanBeReplayed() {
    var file = folder.resolve("a.swf.gz");
    lublin(file, "--jobs", 300, "--size", 1024, "--log", "lanl-cm5").done();

    var replayed =
        CommandRun.of("replay", file, "--policy", "easy", "--out", folder.resolve("out")).done();

    assertThat(replayed).contains("300");
  }

  @Test
  void anExistingFileIsReplacedByForceAlone() throws IOException {
    var file = Files.writeString(folder.resolve("a.swf"), "mine");
    var before = CommandRun.content(folder);

    lublin(file, "--jobs", 5, "--size", 64)
        .refusedLeaving(folder, before, "a.swf", "exists already", "--force");

    assertThat(file).hasContent("mine");
    lublin(file, "--jobs", 5, "--size", 64, "--force").done();
    assertThat(SwfReader.read(file, TraceOptions.defaults()).jobs()).hasSize(5);
    assertThat(CommandRun.content(folder)).isEqualTo(before);
  }

  @Test
  void aFolderIsNotReplacedAndNoneIsMade() throws IOException {
    var taken = Files.createDirectory(folder.resolve("a.swf"));
    var before = CommandRun.content(folder);

    lublin(taken, "--jobs", 5, "--size", 64, "--force")
        .refusedLeaving(folder, before, "a.swf", "is not replaced");
    lublin(folder.resolve("no/a.swf"), "--jobs", 5, "--size", 64)
        .refusedLeaving(folder, before, "no/a.swf", "folder does not exist");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --jobs 0 --size 64                         | --jobs: must be a whole number from 1 to 1000000, but is "0"
          --jobs 1000001 --size 64                   | --jobs: must be a whole number from 1 to 1000000, but is "1000001"
          --jobs 1e3 --size 64                       | --jobs: must be a whole number from 1 to 1000000, but is "1e3"
          --jobs 9 --size 4                          | --size: must be a whole number from 5 to 1048576, but is "4"
          --jobs 9 --size 15 --types                 | --size: must be a whole number from 16 to 1048576, but is "15"
          --jobs 9 --size 63 --log lanl-cm5          | --size: must be a whole number from 64 to 1048576, but is "63"
          --jobs 9 --size 99999999999999999999       | --size: must be a whole number from 5 to 1048576
          --jobs 9 --size 64 --seed x                | --seed: must be a whole number from -9223372036854775808
          --jobs 9 --size 64 --log lanl-cm           | --log: must be one of default, lanl-cm5, but is "lanl-cm"; did you mean 'lanl-cm5'?
          --jobs 9 --size 64 --log lanl-cm5 --types  | --types: allowed with --log default only
          --jobs 9                                   | '--size=P'
          --size 64                                  | '--jobs=N'
          --jobs 9 --size 64 --job 3                 | --job
          """)
  void forbiddenOptionsAreReportedInOneLine(String options, String words) {
    var arguments = new ArrayList<Object>(List.of((Object[]) options.split(" ", -1)));

    lublin(folder.resolve("a.swf"), arguments.toArray())
        .refusedLeaving(folder, List.of(folder), words);
  }

  @Test
  void anotherEndingIsRefused() {
    lublin(folder.resolve("a.txt"), "--jobs", 9, "--size", 64)
        .refusedLeaving(folder, List.of(folder), "--out", ".swf or .swf.gz", "a.txt");
  }

  private static CommandRun lublin(Path out, Object... options) {
    var arguments = new ArrayList<Object>(List.of("generate", "lublin", "--out", out));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray());
  }
}
