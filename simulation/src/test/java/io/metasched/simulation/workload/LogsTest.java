package io.metasched.simulation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.input.InputException;
import io.metasched.simulation.workload.trace.DropCause;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.Trace.LoggedUser;
import io.metasched.simulation.workload.trace.TraceException;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs in formats other than the Standard Workload Format. */
final class LogsTest {
  private static final TraceOptions ON_8 = TraceOptions.defaults().withProcessors(8);
  private static final String GWF =
      """
      # Version: 1.0
      # MaxProcs: 8
      1 0 5 100 4 -1 -1 4 120 -1 1 U1 G1 X1 Q1 P1 S1 S1 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 V1 -1
      2 10 0 50 2 -1 -1 -1 -1 -1 1 U2 G1 X1 Q1 P1 S2 S1 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 V2 -1
      3 20 0 -1 2 -1 -1 -1 -1 -1 0 U2 G1
      4 30 0 70.5 16 -1 -1 -1 60 -1 1 U1 G1 X1 Q1 P1 S2 S1 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 V1 -1
      """;
  private static final String BATSIM =
      """
      {"nb_res": 8, "description": "two jobs", "jobs": [
        {"id": "w0!1", "subtime": 0, "res": 4, "walltime": 120, "profile": "sleep"},
        {"id": "w0!2", "subtime": 10.5, "res": 2, "walltime": 50, "profile": "work", "user": "anna"},
        {"id": "w0!3", "subtime": 20, "res": 1, "profile": "work"}],
       "profiles": {"sleep": {"type": "delay", "delay": 100},
                    "work": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0}}}
      """;

  @TempDir private Path folder;

  // --- rejected logs

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 0 5 100 4 -1 -1 4 120 -1 1 U1 | 1 0 5 100 4 | :3: a job line must have 29 fields, at"
            + " least the first 12",
        "1 0 5 100 4 | 1 x 5 100 4 -1 -1 4 120 -1 1 U1 | :3: field 2 (submit time) must be a"
            + " decimal number",
        "2 10 0 50 | 1 10 0 50 2 -1 -1 -1 -1 -1 1 U2 | :4: field 1 (job number) must be unique",
        "# MaxProcs: 8 | # MaxProcs: many | :2: header MaxProcs must be a whole number",
        "# MaxProcs: 8 | # Nothing: 8 | the header has neither MaxProcs nor MaxNodes",
      })
  void aGwfLogThatCannotBeUsedIsOneLine(String from, String to, String words) throws IOException {
    var file =
        write("log.gwf", GWF.replaceFirst("(?s)" + Pattern.quote(from) + ".*?\n", to + "\n"));

    assertThatThrownBy(() -> Logs.read(file, TraceOptions.defaults()))
        .isInstanceOfAny(TraceException.class, InputException.class)
        .hasMessageContaining(words)
        .hasMessageContaining(file.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"res\": 4 | \"res\": 0 | :2: allowed is res: a whole number from 1",
        "\"profile\": \"sleep\" | \"profile\": \"nap\" | :2: there is no profile called \"nap\"",
        "\"subtime\": 0, | | :2: a job must have an id, a profile and a subtime",
        "w0!2 | w0!1 | :3: job id \"w0!1\" occurs twice",
        "\"nb_res\": 8, | | has no nb_res; give the number of processors yourself",
        "\"walltime\": 120 | \"walltime\": \"long\" | :2: allowed is walltime: a number of seconds",
        "\"cpu\": 1e9 | \"cpu\" 1e9 | is not valid JSON",
        "\"jobs\": [ | \"jobs\": {}, \"tasks\": [ | allowed is a list of jobs; given was",
      })
  void aBatsimWorkloadThatCannotBeUsedIsOneLine(String from, String to, String words)
      throws IOException {
    var file = write("w.json", BATSIM.replace(from, to == null ? "" : to));

    assertThatThrownBy(() -> Logs.read(file, TraceOptions.defaults()))
        .isInstanceOfAny(TraceException.class, InputException.class)
        .hasMessageContaining(words)
        .hasMessageStartingWith(file.toString())
        .hasMessageNotContaining("\n");
  }

  @Test
  void aFileOfJobsThatCannotBeUsedIsReported() throws IOException {
    var file = write("jobs.csv", "id,submission,nodes,duration\n1,0,0,5\n");

    assertThatThrownBy(() -> Logs.read(file, ON_8))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("jobs.csv:2: column nodes: allowed is a whole number from 1");
  }

  @Test
  void badRowsOfAFileOfJobsCanBeSkippedAndAreCounted() throws IOException {
    var file =
        write(
            "jobs.csv",
            "id,submission,nodes,duration\n1,0,2,5\n2,x,0,5\n1,0,1,5\n4,0,1\n5,0,1,5\n");

    var trace = Logs.read(file, ON_8.withSkipMalformed(true));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L, 5L);
    assertThat(trace.malformed().count()).isEqualTo(3);
    assertThat(trace.malformed().first().get(0))
        .startsWith("jobs.csv:3: column submission: allowed is a number");
    assertThatThrownBy(() -> Logs.read(file, ON_8))
        .hasMessageContaining("jobs.csv:3: column submission")
        .hasMessageContaining("; --skip-malformed (log.skip-malformed = true) skips and counts");
  }

  @Test
  void badJobsOfABatsimWorkloadCanBeSkippedAndAreCounted() throws IOException {
    var file =
        write(
            "w.json",
            BATSIM
                .replace("\"walltime\": 120", "\"walltime\": {\"a\": [1]}")
                .replace("\"res\": 1, \"profile\": \"work\"", "\"res\": 1, \"profile\": \"nap\""));

    var trace = Logs.read(file, TraceOptions.defaults().withSkipMalformed(true));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(2L);
    assertThat(trace.malformed().count()).isEqualTo(2);
    assertThat(trace.malformed().first())
        .containsExactly(
            "w.json:2: allowed is walltime: a number of seconds; given was \"{\"",
            "w.json:4: there is no profile called \"nap\"");
  }

  @Test
  void linesOfAFileOfJobsMayEndWithCarriageReturns() throws IOException {
    var file = write("jobs.csv", "\ufeffid,submission,nodes,duration\r1,0,2,5\r2,3,1,5\r");

    assertThat(Logs.read(file, ON_8).jobs()).extracting(TraceJob::id).containsExactly(1L, 2L);
  }

  @Test
  void aFileOfJobsThatIsPackedIsNamedForWhatItIs() throws IOException {
    var file = write("jobs.csv", "PK\u0003\u0004 and so on");

    assertThatThrownBy(() -> Logs.read(file, ON_8))
        .hasMessage(file + ": is packed with zip; unpack it first (unzip)");
  }

  @Test
  void aHeaderThatCannotBeUsedIsNotSkipped() throws IOException {
    var file = write("jobs.csv", "id,submission,nodes,duratio\n1,0,2,5\n");

    assertThatThrownBy(() -> Logs.read(file, ON_8.withSkipMalformed(true)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("jobs.csv:1: unknown column \"duratio\"");
  }

  // --- accepted logs

  @Test
  void aGwfLogHasUsersOfOrganizations() throws IOException {
    var trace = Logs.read(write("log.gwf", GWF), TraceOptions.defaults());

    assertThat(trace.jobs())
        .containsExactly(
            new TraceJob(1, 0, 100_000, 4, 120_000, 0, false, 100_000, 5_000),
            new TraceJob(2, 10_000, 50_000, 2, 50_000, 1, false, 50_000, 0));
    assertThat(trace.users())
        .isEqualTo(
            Map.of(
                0,
                new LoggedUser("U1", "V1"),
                1,
                new LoggedUser("U2@V2", "V2"),
                2,
                new LoggedUser("U2@G1", "G1")));
    assertThat(trace.dropped())
        .isEqualTo(Map.of(DropCause.NO_RUN_TIME, 1, DropCause.TOO_MANY_PROCESSORS, 1));
    assertThat(trace.notes())
        .contains(
            "requested time: missing for 1 jobs, replaced by their run time",
            "site: 2 sites, not used");
  }

  @Test
  void aGwfLogOfNumberedUsersIsReadLikeSwf() throws IOException {
    var fields = "1 0 5 100 4 -1 -1 4 120 -1 1 17 -1 -1 -1 -1 -1 -1";
    var gwf = Logs.read(write("log.gwf", fields + "\n"), ON_8);

    var swf = Logs.read(write("log.swf", fields + "\n"), ON_8);

    assertThat(gwf.jobs()).isEqualTo(swf.jobs());
    assertThat(gwf.users()).isEmpty();
  }

  @Test
  void aPackedGwfLogIsRead() throws IOException {
    var file = folder.resolve("log.gwf.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(GWF.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(Logs.read(file, TraceOptions.defaults()).jobs()).hasSize(2);
  }

  @Test
  void aBatsimWorkloadHasDelaysAndWalltimes() throws IOException {
    var trace = Logs.read(write("w.json", BATSIM), TraceOptions.defaults());

    assertThat(trace.processors()).isEqualTo(8);
    assertThat(trace.jobs())
        .containsExactly(
            new TraceJob(1, 0, 100_000, 4, 120_000, -1, false, 100_000, -1),
            new TraceJob(2, 10_500, 50_000, 2, 50_000, 0, false, 50_000, -1));
    assertThat(trace.users()).isEqualTo(Map.of(0, new LoggedUser("anna", "")));
    assertThat(trace.dropped()).isEqualTo(Map.of(DropCause.NO_RUN_TIME, 1));
    assertThat(trace.notes())
        .contains(
            "run time: 1 jobs have a profile whose length only a platform gives, replaced by their"
                + " walltime (parallel_homogeneous: 1)");
  }

  @Test
  void aFileOfJobsIsALogOfRigidJobs() throws IOException {
    var file =
        write(
            "jobs.csv",
            """
            id,user,submission,nodes,duration,volume,realShare,budget,earliest
            a,anna,0,4,120,,0.5,100,
            b,ben,10,2,,50,,,30
            c,ben,20,9,50,,,,
            """);

    var trace = Logs.read(file, ON_8);

    assertThat(trace.jobs())
        .containsExactly(
            new TraceJob(1, 0, 60_000, 4, 120_000, 0, false, 60_000, -1),
            new TraceJob(2, 10_000, 50_000, 2, 50_000, 1, false, 50_000, 20_000));
    assertThat(trace.dropped()).isEqualTo(Map.of(DropCause.TOO_MANY_PROCESSORS, 1));
    assertThat(trace.notes())
        .containsExactly(
            "volume: given for 1 jobs, used as their time at performance 1",
            "budget: given for 1 jobs, not used",
            "earliest: given for 1 jobs, used only where jobs become reservations");
  }

  @Test
  void rigidJobsAsATableAreReadBack() throws IOException {
    var swf =
        write(
            "log.swf",
            """
            ; MaxProcs: 8
            1 5 3 100 4 -1 -1 4 120 -1 1 17 -1 -1 -1 -1 -1 -1
            2 7 -1 50 2 -1 -1 -1 -1 -1 1 3 -1 -1 -1 -1 -1 -1
            """);
    Trace logged = SwfReader.read(swf, TraceOptions.defaults());
    var file = folder.resolve("jobs.csv");
    try (var out = Files.newBufferedWriter(file)) {
      RigidJobTable.of(logged.jobs()).write(false, out);
    }

    assertThat(Logs.read(file, ON_8).jobs()).isEqualTo(logged.jobs());
    assertThat(new TreeMap<>(Logs.read(file, ON_8).users())).isEmpty();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
