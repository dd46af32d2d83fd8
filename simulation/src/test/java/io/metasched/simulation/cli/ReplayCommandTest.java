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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplayCommandTest {
  @TempDir private Path folder;
  private Path log = Path.of("");

  @BeforeEach
  void writeALog() throws IOException {
    log = folder.resolve("small.swf");
    Files.writeString(
        log,
        """
        ; MaxProcs: 4
        1 0    -1 10 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1
        2 1    -1 5  4 -1 -1 4 5  -1 1 2 1 -1 1 -1 -1 -1
        3 1.5  -1 4  1 -1 -1 1 8  -1 1 1 1 -1 1 -1 -1 -1
        4 3    -1 30 1 -1 -1 1 20 -1 1 3 1 -1 1 -1 -1 -1
        5 3    -1 0  1 -1 -1 1 20 -1 1 3 1 -1 1 -1 -1 -1
        6 3    -1 9  9 -1 -1 9 20 -1 1 3 1 -1 1 -1 -1 -1
        """);
  }

  @Test
  void generatedJobsAreReplayedAsTheirLogIs() throws IOException {
    var model = folder.resolve("model");
    var settings = List.of("jobs.source=lublin", "jobs.count=80", "cluster.processors=16");
    var command = new ArrayList<Object>(List.of("simulate", "replay", "--json", "--out", model));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));

    var json = new ObjectMapper().readTree(CommandRun.of(command.toArray()).done());

    var easy = json.path("policies").path(0);
    assertThat(easy.path("jobs").asInt()).isEqualTo(80);
    assertThat(easy.path("violations").asInt()).isZero();
    assertThat(CommandRun.of("check", model).exit()).isZero();
    assertThat(CommandRun.of("rerun", model).exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "cluster.processors=log, cluster.processors: allowed is a number up to 1048576",
    "cluster.processors=4, cluster.processors: allowed is at least 5",
    "jobs.lublin=type, jobs.lublin: allowed is one of default",
    "jobs.count=0, jobs.count: allowed is a whole number from 1 to 200000",
    "log.jobs=2-1, log.jobs: allowed is FIRST-LAST"
  })
  void invalidModelsOfJobsAreRefused(String setting, String message) {
    var run =
        CommandRun.of(
            "simulate", "replay", "--set", "jobs.source=lublin", "--set", setting, "--json");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @Test
  void aLogIsReplayedUnderEachPolicy() throws IOException {
    var out = folder.resolve("out");

    var json =
        new ObjectMapper()
            .readTree(
                CommandRun.of("replay", log, "--policy", "fcfs,easy", "--out", out, "--json")
                    .done());

    assertThat(json.path("kind").asText()).isEqualTo("replay");
    assertThat(json.path("notes").toString())
        .isEqualTo(
            "[\"Dropped: no run time: 1 jobs.\","
                + "\"Dropped: more processors than the machine: 1 jobs.\"]");
    var fcfs = json.path("policies").path(0);
    var names = new ArrayList<String>();
    fcfs.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .contains(
            "policy",
            "jobs",
            "meanWait",
            "meanFlow",
            "meanSlowdown",
            "meanBoundedSlowdown",
            "makespan",
            "utilisation",
            "maxQueue",
            "jobsPerSecond");
    // starts at 0, 10, 15, 15
    assertThat(fcfs.path("meanWait").asDouble()).isEqualTo((9 + 13.5 + 12) / 4);
    assertThat(Files.readString(out.resolve("fcfs/jobs.csv")))
        .isEqualTo(
            """
            id,submit,start,end,processors,wait,estimate,stopped,user,promisedAt,promisedStart,logged,after
            1,0,0,10,3,0,10,false,1,,,,
            2,1,10,15,4,9,5,false,2,,,,
            3,1.5,15,19,1,13.5,8,false,1,,,,
            4,3,15,35,1,12,20,true,3,,,,
            """);
    assertThat(Files.readString(out.resolve("easy/jobs.csv")))
        .contains("2,1,10,15,4,9,5,false,2,1,10", "3,1.5,1.5,5.5,");
    assertThat(out.resolve("summary.json")).exists();
    assertThat(out.resolve("report.html")).exists();
    assertThat(Files.readString(out.resolve("fcfs/by-user.csv")))
        .isEqualTo(
            """
            user,jobs,meanWait,p50Wait,p90Wait,p95Wait,p99Wait,meanFlow,meanBoundedSlowdown,p50BoundedSlowdown,p90BoundedSlowdown,p95BoundedSlowdown,p99BoundedSlowdown,processorSeconds
            1,2,6.75,0.0,13.5,13.5,13.5,13.75,1.375,1.0,1.75,1.75,1.75,34.0
            2,1,9.0,9.0,9.0,9.0,9.0,14.0,1.4,1.4,1.4,1.4,1.4,20.0
            3,1,12.0,12.0,12.0,12.0,12.0,32.0,1.6,1.6,1.6,1.6,1.6,20.0
            """);
    assertThat(Files.readString(out.resolve("fcfs/by-size.csv")))
        .contains("upTo,jobs,", "4,2,4.5,");
  }

  @Test
  void theTitleStatesTheOptionsOfTheReplay() throws IOException {
    var plain = title();
    var asked =
        title(
            "--jobs",
            "1-4",
            "--processors",
            "8",
            "--period",
            "7.5",
            "--estimates",
            "exact",
            "--arrival-factor",
            "0.5",
            "--seed",
            "9007199254740993",
            "--keep-overruns");

    assertThat(plain).endsWith("small.swf,all,4,0,log,1.0,false,false,false");
    assertThat(asked)
        .contains(",9007199254740993,")
        .endsWith("small.swf,1-4,8,7.5,exact,0.5,true,false,true");
  }

  private String title(String... options) throws IOException {
    var all = new ArrayList<Object>(List.of("replay", log, "--out", folder.resolve("s")));
    all.addAll(List.of(options));
    all.add("--force");
    CommandRun.of(all.toArray()).done();
    return Files.readString(folder.resolve("s/run.csv")).strip();
  }

  @Test
  void theLogIsWrittenWithItsWaitsAndCanBeReadAgain() {
    var out = folder.resolve("out");

    CommandRun.of("replay", log, "--policy", "fcfs", "--out", out, "--swf-out").done();

    var again = SwfReader.read(out.resolve("replay.swf"), TraceOptions.defaults());
    assertThat(again.processors()).isEqualTo(4);
    assertThat(again.jobs()).hasSize(4);
    assertThat(again.jobs().get(2).submitTicks()).isEqualTo(1500);
    assertThat(again.jobs().get(3).runTicks()).isEqualTo(20_000);
  }

  @Test
  void overrunsAndSizesAreTreatedAsAsked() {
    var text =
        CommandRun.of(
                "replay",
                log,
                "--keep-overruns",
                "--clamp-processors",
                "--out",
                folder.resolve("o"))
            .done();

    assertThat(text).contains("Cut to the size of the machine: 1 jobs.", "no run time: 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --policy eazy                | unknown name 'eazy'; did you mean 'easy'?
          --policy fcfs,fcfs           | --policy: policies: allowed is a list of different names
          --period -1                  | --period: cluster.period: allowed is a number from 0
          --period NaN                 | --period
          --processors 0               | --processors: cluster.processors: allowed is
          --jobs 5-1                   | --jobs: log.jobs: allowed is FIRST-LAST
          --estimates half             | --estimates: jobs.estimates: allowed is
          --estimates 0.5              | --estimates: jobs.estimates: allowed is a number from 1
          --arrival-factor 0           | --arrival-factor: jobs.arrival-factor: allowed is a number
          --jobs 90-99                 | no job remains
          """)
  void invalidInputIsRefusedInOneLine(String arguments, String words) {
    var content = CommandRun.content(folder);
    var all = new ArrayList<Object>(List.of("replay", log, "--out", folder.resolve("out")));
    all.addAll(List.of(arguments.split(" ")));

    CommandRun.of(all.toArray()).refusedLeaving(folder, content, words);
  }

  @Test
  void anUnknownLogIsNamed() {
    var content = CommandRun.content(folder);

    CommandRun.of("replay", "nowhere.swf", "--traces", folder, "--out", folder.resolve("out"))
        .refusedLeaving(folder, content, "TRACE: no log 'nowhere.swf' here or in " + folder);
  }
}
