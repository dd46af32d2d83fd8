package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of nodes, users, jobs and local jobs: rejected files, and runs of accepted files. */
final class OwnInputsTest {
  private static final Pattern DIGEST =
      Pattern.compile("\"placementsDigest\" : \"([0-9a-f]{64})\"");

  @TempDir private Path folder;

  @BeforeEach
  void writeAFederation() throws IOException {
    write(
        "nodes.csv",
        """
        id,domain,performance,price,memory,gpu
        n1,north,4,3,64,
        n2,north,4,3,64,
        w1,west,8,6.5,256,a100
        """);
    write("users.csv", "id,vo,budget,criterion\nanna,physics,900,cost\nben,biology,,\n");
    write(
        "jobs.csv",
        """
        id,user,submission,nodes,volume,requirements
        a,anna,0,2,100,memory >= 64 and gpu != a100
        b,ben,10,1,100,gpu == a100
        c,anna,20,1,100,
        """);
    write("local.csv", "node,domain,planned,start,length\nn1,,yes,0,20\n,north,,5,10\n");
  }

  // --- rejected files

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nodes.csv | n2,north  | n1,north | :3: column id: allowed is a name that no other node has; line 2 has the same; given was \"n1\"",
        "nodes.csv | n1,north,4,3 | n1,north,4,-3 | :2: column price: allowed is a number from 0 to 1000000000000 with at most 3 decimals; given was \"-3\"",
        "nodes.csv | n1,north,4 | n1,,4 | :2: column domain: allowed is a name of 1 to 60 characters without semicolon; given was nothing",
        "nodes.csv | n1,north,4 | n1,north,0 | :2: column performance: allowed is a whole number from 1 to 1000000; given was \"0\"",
        "nodes.csv | 256,a100 | 256,a/100 | :4: column gpu: allowed is yes, no, a number from 0",
        "users.csv | ben, | anna, | :3: column id: allowed is a name that no other user has",
        "jobs.csv | b,ben | b,bem | :3: column user: allowed is one of the users that are named; did you mean 'ben'?; given was \"bem\"",
        "jobs.csv | b,ben | a,ben | :3: column id: allowed is a name that no other job has",
        "jobs.csv | gpu == a100 | gpu >= a100 | :3: column requirements: allowed is properties, or properties compared",
        "jobs.csv | id,user | id,usr | :1: unknown column \"usr\"; did you mean 'user'?",
        "jobs.csv | volume | volumes | :1: unknown column \"volumes\"; did you mean 'volume'?",
        "local.csv | n1,,yes | n9,,yes | :2: column node: no node is called \"n9\"; did you mean 'n1'?; they are n1, n2, w1",
        "local.csv | ,north,,5 | ,south,,5 | :3: column domain: no domain is called \"south\"; did you mean 'north'?; they are north, west",
        "local.csv | n1,,yes | n1,north,yes | :2: allowed is either a node or a domain; given was both",
        "local.csv | ,north,,5 | n1,,yes,19 | :3: planned local jobs of one node must not overlap",
      })
  void aFaultIsOneLineWithPlaceAndWhatIsAllowed(String file, String from, String to, String words)
      throws IOException {
    var text = Files.readString(folder.resolve(file));
    assertThat(text).contains(from);
    write(file, text.replaceFirst(Pattern.quote(from), to));
    var before = CommandRun.content(folder);

    simulate().refusedLeaving(folder, before, folder.resolve(file) + words);

    var validated = validate();
    assertThat(validated.exit()).isEqualTo(2);
    assertThat(validated.err()).contains(folder.resolve(file) + words);
  }

  @Test
  void validateShowsTheFirstTenFaults() throws IOException {
    write("nodes.csv", "id,domain,performance\n" + "a,,0\n".repeat(20));

    var run = validate();

    assertThat(run.err().lines()).hasSize(10).allMatch(line -> line.contains("nodes.csv:"));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(simulate().err().lines())
        .singleElement()
        .asString()
        .contains("nodes.csv:2: column domain", "(and more, which metasched validate shows: 9)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "domains { east { selling = always } } | domains.east: no domain is called \"east\"",
        "domains { north { prise = 3 } } | unknown key 'domains.north.prise'; allowed are price.policy",
        "domains { north { price { mu = -1 } } } | price.mu: allowed is a number from 0.001",
        "domains { north { selling = [\"9-3\"] } } | selling: allowed is always, or a list of times",
        "domains { north = 3 } | domains.north: allowed is a section",
        "nodes.named { n9 { price = 3 } } | nodes.named.n9: no node is called \"n9\"",
        "users.named { anna { weight = 2 } } | column id: allowed is a name that no other user has",
        "users.named { carl { budget = -1 } } | users.named.carl: column budget: allowed is a number from 0",
        "users.named { carl { weigt = 1 } } | unknown key 'users.named.carl.weigt'; did you mean 'weight'?",
        "users.budget = unlimited | users.budget: is unlimited, but users have budgets of their own",
        "jobs.file = null | jobs.file: a value is needed, given was null",
        "nodes.file = [a] | nodes.file: allowed is a single value",
        "jobs.file = nowhere.csv | nowhere.csv: no such file here or in the folder of logs",
      })
  void aFaultOfTheScenarioIsOneLine(String setting, String words) {
    var before = CommandRun.content(folder);

    simulate("--set", setting).refusedLeaving(folder, before, words);
  }

  // --- accepted files

  @Test
  void namesAreInTablesExplanationsAndPage() throws IOException {
    var out = folder.resolve("out");

    var printed =
        simulate("--set", "domains { north { price { discount { most = 0.5 } } } }", "--out", out)
            .done();

    assertThat(printed).contains(" anna ", " ben ", " north ", " west ", " physics ", " biology ");
    assertThat(CommandRun.of("check", out).done()).contains("violations: 0");
    assertThat(CommandRun.of("explain", out, "a").done())
        .contains("job 1 (a) of anna (physics)", "it needs gpu!=a100, memory>=64", "nodes n1, n2");
    assertThat(Files.readString(out.resolve("users.csv")))
        .contains("0,anna,0,physics,900,1", "1,ben,1,biology,7000,1");
    assertThat(Files.readString(out.resolve("report.html"))).contains("anna", "north", "biology");
    assertThat(CommandRun.of("rerun", out).exit()).isZero();
  }

  @Test
  void theFederationByHandRunsAndIsWrittenForOthers() throws IOException {
    var out = folder.resolve("out");
    var scenario = CommandRun.projectRoot().resolve("conf/federation/federation.conf");

    CommandRun.of("validate", scenario).done();
    var printed =
        CommandRun.of(
                "simulate",
                scenario,
                "--out",
                out,
                "--set",
                "output.evalys=true",
                "--set",
                "output.swf=true",
                "--policy",
                "css")
            .done();

    assertThat(printed).contains(" anna ", " carla ", " north ", " biology ");
    assertThat(CommandRun.of("explain", out, "train").done()).contains("nodes fir-1, fir-2");
    assertThat(Files.readString(out.resolve("jobs.swf")))
        .contains("; job 1 ", "name=train nodes=fir-1,fir-2", "user=anna vo=physics");
    assertThat(SwfReader.read(out.resolve("jobs.swf"), TraceOptions.defaults()).jobs()).hasSize(4);
    assertThat(Files.readAllLines(out.resolve("evalys-jobs.csv")))
        .hasSize(5)
        .allMatch(line -> line.split(",").length == 13);
  }

  @Test
  void logsOfAllKindsRunOnEverySystem() throws IOException {
    write(
        "log.gwf",
        """
        # MaxProcs: 4
        1 0 5 100 2 -1 -1 2 120 -1 1 U1 G1 X1 Q1 P1 S1
        2 10 0 50 1 -1 -1 -1 -1 -1 1 U2 G2 X1 Q1 P1 S2
        """);
    write(
        "work.json",
        """
        {"nb_res": 4, "jobs": [
          {"id": 1, "subtime": 0, "res": 2, "walltime": 120, "profile": "a"},
          {"id": 2, "subtime": 9, "res": 1, "walltime": 60, "profile": "a"}],
         "profiles": {"a": {"type": "delay", "delay": 50}}}
        """);
    write("own.csv", "id,submission,nodes,duration,earliest\n1,0,2,100,50\n2,9,1,60,70\n");
    for (var log : List.of("log.gwf", "work.json", "own.csv")) {
      var trace = folder.resolve(log);
      CommandRun.of(
              "simulate",
              "trace",
              "--trace",
              trace,
              "--nodes",
              4,
              "--out",
              folder.resolve("c-" + log))
          .done();
      CommandRun.of("simulate", "rectangles", "--trace", trace, "--out", folder.resolve("r-" + log))
          .done();
      CommandRun.of("simulate", "what-if", "--trace", trace, "--out", folder.resolve("w-" + log))
          .done();
      CommandRun.of(
              "simulate",
              "two-level",
              "--trace",
              trace,
              "--set",
              "reservations.share=0",
              "--out",
              folder.resolve("t-" + log))
          .done();
      CommandRun.of(
              "simulate",
              "replay",
              "--trace",
              trace,
              "--set",
              "cluster.processors=4",
              "--out",
              folder.resolve("p-" + log))
          .exit();
      assertThat(CommandRun.of("check", folder).done()).contains("violations: 0");
    }
    assertThat(Files.readString(folder.resolve("c-log.gwf/css/users.csv"))).contains("U1", "G1");
    assertThat(Files.readString(folder.resolve("t-own.csv/summary.json")))
        .contains("earliest: given for 2 jobs, used only where jobs become reservations");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two-level", "rectangles", "what-if"})
  void jobsOfEverySystemAreWrittenAsAFileThatEachReads(String scenario) {
    var file = folder.resolve("written.csv");

    CommandRun.of("generate", "jobs", scenario, "--out", file).done();

    CommandRun.of("validate", scenario, "--trace", file, "--set", "jobs.source=log").done();
    assertThat(CommandRun.of("generate", "nodes", scenario, "--out", folder.resolve("n.csv")).err())
        .contains("is of kind " + scenario, "which has no such table");
  }

  @Test
  void timeThatIsNotSoldIsNotOffered() throws IOException {
    var out = folder.resolve("out");

    simulate("--set", "domains { north { selling = [\"100-200 every 300\"] } }", "--out", out)
        .done();

    var placements = Files.readAllLines(out.resolve("placements.csv"));
    var ofNorth =
        placements.stream()
            .skip(1)
            .map(line -> line.split(","))
            .filter(c -> !c[1].equals("2"))
            .toList();
    assertThat(ofNorth)
        .isNotEmpty()
        .allSatisfy(
            cells -> {
              double start = Double.parseDouble(cells[2]) % 300;
              double length = Double.parseDouble(cells[3]) - Double.parseDouble(cells[2]);
              assertThat(start).isBetween(100.0, 200.0);
              assertThat(start + length).isLessThanOrEqualTo(200);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json"})
  void theDefaultWorldReadBackHasItsDigests(String ending) throws IOException {
    var settings = readBack(ending, "default");

    assertThat(digests("default", List.of())).isEqualTo(digests("default", settings)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vo.count=3",
        "jobs.deadline.share=0.5",
        "users.withdrawal.rate=0.3",
        "nodes.properties { gpu = 0.5, ssd = 0.3 }, jobs.properties { gpu = 0.4 }, jobs.demanding.share=0.3",
        "domains { 1 { price { policy = fixed, fixed = 3 }, selling = [\"0-100 every 150\"] } }",
        "users.named { anna { vo = x, weight = 3, criterion = cost }, ben { vo = y } }",
        "local.share=0.5, price.discount.most=0.3"
      })
  void otherWorldsReadBackHaveTheirDigests(String setting) throws IOException {
    var scenario = folder.resolve("own.conf");
    Files.writeString(scenario, setting.replaceAll(", (?=[a-z]+\\.)", "\n"));
    var settings = readBack("csv", scenario.toString());

    assertThat(digests(scenario.toString(), List.of()))
        .isEqualTo(digests(scenario.toString(), settings))
        .hasSize(2);
  }

  private List<String> readBack(String ending, String scenario) {
    var settings = new ArrayList<String>();
    for (var kind : List.of("nodes", "jobs", "local")) {
      var file = folder.resolve("world-" + kind + "." + ending);
      CommandRun.of("generate", kind, scenario, "--cycles", "4", "--out", file).done();
      settings.add("--set");
      settings.add("%s.file=\"%s\"".formatted(kind, file));
    }
    return settings;
  }

  private List<String> digests(String scenario, List<String> settings) throws IOException {
    var out = folder.resolve("out-" + settings.size());
    var arguments =
        new ArrayList<Object>(
            List.of(
                "simulate",
                scenario,
                "--cycles",
                "4",
                "--policy",
                "css,backfilling",
                "--driver",
                "engine"));
    arguments.addAll(List.of("--out", out));
    arguments.addAll(settings);
    CommandRun.of(arguments.toArray()).done();
    return DIGEST
        .matcher(Files.readString(out.resolve("summary.json")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private CommandRun simulate(Object... more) {
    return command("simulate", more);
  }

  private CommandRun validate(Object... more) {
    return command("validate", more);
  }

  private CommandRun command(String name, Object... more) {
    var arguments = new ArrayList<Object>(List.of(name, "--policy", "css", "--cycles", "3"));
    if (name.equals("simulate")) {
      arguments.addAll(List.of("--driver", "engine"));
      if (!List.of(more).contains("--out")) {
        arguments.addAll(List.of("--out", folder.resolve("never")));
      }
    }
    for (var file : List.of("nodes", "users", "jobs", "local")) {
      arguments.add("--set");
      arguments.add("%s.file=\"%s\"".formatted(file, folder.resolve(file + ".csv")));
    }
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray());
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }
}
