package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid input of users: each error is one clear line with exit code 2, and leaves no files. */
final class BadInputTest {
  @TempDir private Path folder;

  // --- names

  @Test
  void anUnknownPolicyIsAnsweredWithTheNearestOne() {
    refused(List.of("--policy", "css,backfiling"), "backfiling", "did you mean 'backfilling'?");
  }

  @Test
  void aPolicyNamedTwiceIsRefused() {
    refused(List.of("--policy", "css,css"), "policies", "css");
  }

  @Test
  void anUnknownCriterionIsAnsweredWithTheNearestOne() {
    refused(List.of("--set", "jobs.criteria=[start,finsh]"), "finsh", "did you mean 'finish'?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"time.perod=3", "time { perod = 3 }", "{ time.perod = 3 }"})
  void anUnknownKeyIsAnsweredWithTheNearestOneAndItsPlace(String line) throws IOException {
    var file = write("s.conf", "# mine\n\n" + line + "\n");

    refused(List.of(file), "s.conf:3: ", "time.perod", "did you mean 'time.period'?");
  }

  @Test
  void anUnknownKeyOfAnOptionIsAnsweredWithTheNearestOne() {
    refused(
        List.of("--set", "vo.batch-limt=3"),
        "metasched: --set vo.batch-limt=3: unknown key 'vo.batch-limt'",
        "did you mean 'vo.batch-limit'?");
  }

  @Test
  void aQuotedKeyWithADotIsNoKnownKey() throws IOException {
    refused(List.of(write("s.conf", "\"time.period\" = 3")), "s.conf:1: ", "time.period");
  }

  @Test
  void anUnknownOptionOfAPolicyIsAnsweredWithItsPlaceAndTheOthers() throws IOException {
    var file = write("s.conf", "policy {\n  bsf { firsst = order }\n}\n");

    refused(List.of(file), "s.conf:2: ", "policy.bsf.firsst", "did you mean 'first'?");
  }

  @Test
  void anUnknownPolicyAmongTheOptionsIsAnsweredWithItsPlace() throws IOException {
    var file = write("s.conf", "policy {\n  bsff { k = 2 }\n}\n");

    refused(List.of(file), "s.conf:2: ", "bsff", "did you mean 'bsf'?");
  }

  @Test
  void anOptionOfAPolicyThatDoesNotRunIsCheckedAllTheSame() throws IOException {
    var file = write("s.conf", "policy {\n  bsf { k = 0 }\n}\n");

    refused(List.of(file, "--policy", "css"), "s.conf:2: policy.bsf.k: ", "1 to 1000", "'0'");
  }

  @Test
  void anUnknownOptionIsRefused() {
    refused(List.of("--polcy", "css"), "--polcy");
  }

  @Test
  void anUnknownDriverIsRefused() {
    refused(List.of("--driver", "motor"), "--driver", "motor", "engine");
  }

  // --- values

  @ParameterizedTest
  @MethodSource("wrongValues")
  void aWrongValueIsAnsweredWithKeyRangeAndWhatWasGiven(String key, String value) {
    refused(List.of("--set", key + "=" + value), key + ": allowed is ", "given was '" + value);
  }

  static Stream<Arguments> wrongValues() {
    var numbers =
        """
        seed time.granularity time.period time.horizon time.planning time.cycles time.max-cycles
        search-step-limit alternatives-cap vo.batch-limit vo.no-window-cycles nodes.count
        nodes.domains nodes.performance.least nodes.performance.most nodes.power price.mu
        price.exponent price.reference-performance price.deviation price.fixed
        price.discount.most price.discount.lead local.share local.base local.spread local.dynamic
        local.length.least local.length.most users.count users.budget users.withdrawal.rate
        users.withdrawal.within jobs.per-cycle jobs.nodes.least jobs.nodes.most jobs.volume.least
        jobs.volume.most jobs.real-length.least jobs.real-length.most jobs.budget-factor.least
        jobs.budget-factor.most jobs.deadline.share jobs.deadline.least jobs.deadline.most
        jobs.demanding.share jobs.demanding.performance log.reference-performance jobs.count
        jobs.estimate-factor.least jobs.estimate-factor.most
        """;
    var wrong = new ArrayList<Arguments>();
    for (var key : numbers.strip().split("\\s+", -1)) {
      for (var value : List.of("-1", "1e300", "1e999999999", "many", "0x10", "NaN", "1..2")) {
        if (!(key.equals("seed") && value.equals("-1"))) {
          wrong.add(Arguments.of(key, value));
        }
      }
    }
    var zeroIsWrong =
        """
        time.granularity time.period time.cycles time.max-cycles search-step-limit
        alternatives-cap vo.batch-limit vo.no-window-cycles nodes.count nodes.domains
        nodes.performance.least price.mu price.reference-performance price.discount.lead
        local.length.least users.count users.withdrawal.within jobs.per-cycle jobs.nodes.least
        jobs.volume.least jobs.real-length.least jobs.deadline.least jobs.demanding.performance
        log.reference-performance
        """;
    Arrays.stream(zeroIsWrong.strip().split("\\s+", -1))
        .forEach(k -> wrong.add(Arguments.of(k, "0")));
    for (var word :
        List.of(
            "search",
            "vo.goal",
            "vo.budget",
            "vo.choice",
            "price.policy",
            "users.refund",
            "jobs.source",
            "jobs.lublin",
            "log.clamp-processors",
            "log.keep-overruns",
            "log.jobs",
            "policies")) {
      wrong.add(Arguments.of(word, "nonsense"));
    }
    return wrong.stream();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time.period=[1]",
        "time.period={a=1}",
        "time=3",
        "policies={}",
        "policies=[]",
        "policy.bsf=3",
        "nodes.properties=gpu",
        "nodes.properties={gpu=2}",
        "jobs.properties={\"a b\"=1}",
        "time.period=null",
        "nodes.properties={gpu=null}",
        "time.horizon=600.5",
        "time.planning=300",
        "time.cycles=until-done",
        "nodes.count=log",
        "time.period=",
        "time.period",
        "=3",
        ""
      })
  void aValueOfTheWrongKindIsRefused(String setting) {
    refused(List.of("--set", setting), "--set");
  }

  @ParameterizedTest
  @CsvSource({
    "--seed,   1.5",
    "--seed,   99999999999999999999",
    "--cycles, 0",
    "--cycles, -1",
    "--cycles, ten",
    "--nodes,  0",
    "--nodes,  2000001"
  })
  void aWrongOptionIsAnsweredWithItsName(String option, String value) {
    refused(List.of(option, value), option, "allowed is", "'" + value + "'");
  }

  @Test
  void moreJobsThanCanBeHeldAreRefusedBeforeTheyAreMade() {
    refused(
        List.of("--set", "jobs.per-cycle=100000", "--cycles", "1000000"),
        "--cycles",
        "1000000 jobs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "price { mu = 10000, exponent = 10 }, nodes.performance.most = 1000000",
        "price { policy = fixed, fixed = 1000000 }, jobs.volume.most = 1000000000,"
            + " jobs.per-cycle = 100000",
        "nodes { power = 1000000, performance { least = 1, most = 1000000 } },"
            + " jobs.volume.most = 1000000000"
      })
  void valuesWhoseProductsCannotBeCountedAreRefused(String text) throws IOException {
    refused(List.of(write("s.conf", text), "--cycles", 1), "too large");
  }

  // --- scenarios

  @Test
  void aMissingScenarioIsAnsweredWithTheKnownOnes() {
    refused(
        List.of("defalt"),
        "'defalt'",
        "did you mean 'default'?",
        "broker, default, rectangles, replay, trace, two-level, what-if");
    refused(List.of(folder.resolve("none.conf")), "none.conf", "no such file");
  }

  @Test
  void aScenarioThatIsNoTextIsRefused() throws IOException {
    var file = Files.write(folder.resolve("b.conf"), new byte[] {0, (byte) 0xff, 1, (byte) 0xfe});

    refused(List.of(file), "b.conf");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include \"other.conf\"",
        "include file(\"%s/other.conf\")",
        "include url(\"file://%s/other.conf\")",
        "include classpath(\"scenarios/trace.conf\")",
        "include required(file(\"%s/other.conf\"))",
        "time { include file(\"%s/other.conf\") }"
      })
  void aScenarioReadsNoOtherFile(String line) throws IOException {
    write("other.conf", "seed = 5");

    refused(List.of(write("s.conf", line.replace("%s", folder.toString()))), "s.conf", "include");
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed = ${seed}", "seed = ${?HOME}", "policies += fcfs"})
  void aScenarioRefersToNothing(String line) throws IOException {
    refused(List.of(write("s.conf", line)), "s.conf", "references");
  }

  @Test
  void aScenarioThatIsNestedBeyondReasonIsRefused() throws IOException {
    refused(List.of(write("s.conf", "a{".repeat(60_000))), "s.conf");
    refused(List.of(write("s.conf", "policies=" + "[".repeat(60_000))), "s.conf");
  }

  @Test
  void aScenarioOfMoreThan256KibibytesIsRefused() throws IOException {
    refused(List.of(write("s.conf", "# much\n".repeat(40_000))), "s.conf", "262144");
  }

  @Test
  void aScenarioThatIsNoSyntaxIsAnsweredWithItsPlace() throws IOException {
    refused(List.of(write("s.conf", "seed = 1\ntime { period = 3\n")), "s.conf:3: ");
  }

  @Test
  void aPipeIsNoScenario() throws Exception {
    refused(List.of(pipe("s.conf")), "s.conf", "not a regular file");
  }

  // --- results

  @Test
  void anExistingFolderIsNotOverwritten() throws IOException {
    var out = Files.createDirectory(folder.resolve("mine"));
    write("mine/letter.txt", "dear");

    refusedAsIs(List.of("--out", out), "mine", "exists");
    refusedAsIs(List.of("--out", out, "--force"), "mine", "not replaced");
  }

  @Test
  void aFileIsNoPlaceForResults() throws IOException {
    var file = write("file", "x");

    refusedAsIs(List.of("--out", file), "file", "exists");
    refusedAsIs(List.of("--out", file, "--force"), "file");
    refusedAsIs(List.of("--out", file.resolve("below/it")), "file");
  }

  @Test
  void aPlaceThatCannotBeMadeIsRefused() {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "no /proc here");

    var run = CommandRun.of("simulate", "--out", "/proc/metasched/results");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("/proc/metasched/results");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "rerun", "explain"})
  void aFolderWithoutResultsIsRefused(String command) throws IOException {
    write("letter.txt", "dear");
    for (var place : List.of(folder, folder.resolve("none"), folder.resolve("letter.txt"))) {
      var before = CommandRun.content(folder);
      var arguments = new ArrayList<Object>(List.of(command, place));
      if (command.equals("explain")) {
        arguments.add("1");
      }

      CommandRun.of(arguments.toArray()).refusedLeaving(folder, before, place.toString());
    }
  }

  // --- logs

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "; MaxProcs: 8\n", "1 2 3\n", "not a log at all\n"})
  void aLogWithoutJobsIsRefused(String text) throws IOException {
    refused(List.of("--trace", write("t.swf", text)), "t.swf");
  }

  @Test
  void aMissingLogIsNamedWithWhereItWasLookedFor() {
    refused(List.of("--trace", "none.swf", "--traces", folder), "none.swf", folder.toString());
    refused(List.of("trace"), "log.file", "--trace");
    refused(List.of("--trace", folder), "not a regular file");
  }

  @Test
  void aTruncatedLogIsRefused() throws IOException {
    var packed = SwfText.gzip(SwfText.machine(8).job(1).job(2).bytes());

    var file = Files.write(folder.resolve("t.gz"), Arrays.copyOf(packed, packed.length - 9));

    refused(List.of("--trace", file), "t.gz");
  }

  @Test
  void aBinaryLogIsRefused() throws IOException {
    var bytes = new byte[10_000];
    new SplittableRandom(1).nextBytes(bytes);

    refused(List.of("--trace", Files.write(folder.resolve("t.swf"), bytes)), "t.swf");
  }

  @Test
  void anEndlessLogIsRefused() throws Exception {
    refused(List.of("--trace", pipe("t.swf"), "--nodes", 8), "t.swf", "not a regular file");
    if (Files.exists(Path.of("/dev/zero"))) {
      refused(List.of("--trace", "/dev/zero", "--nodes", 8), "/dev/zero");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5-1", "a-b", "1-", "-3", "1,2", "1-99999999999999999999", "every"})
  void aMalformedSelectionOfJobsIsRefused(String jobs) throws IOException {
    var log = SwfText.machine(8).job(1).writeTo(folder.resolve("t.swf"));

    refused(List.of("--trace", log, "--jobs=" + jobs), "--jobs", "'" + jobs + "'");
  }

  @Test
  void aSelectionThatLeavesNoJobIsRefused() throws IOException {
    var log = SwfText.machine(8).job(1).job(2).writeTo(folder.resolve("t.swf"));

    refused(List.of("--trace", log, "--jobs", "7-9"), "t.swf", "no job", "7-9");
  }

  @Test
  void optionsForLogsAreRefusedWhereJobsAreGenerated() throws IOException {
    refused(List.of("--jobs", "1-3"), "--jobs", "jobs.source");
    refused(List.of("two-level", "--jobs", "1-3"), "--jobs", "jobs.source");
  }

  @Test
  void timesOfALogThatCannotBeCountedAreRefused() throws IOException {
    var log =
        SwfText.machine(8)
            .job(1, "4=10000000000", "9=10000000000")
            .writeTo(folder.resolve("t.swf"));

    refused(
        List.of("--trace", log, "--set", "log.reference-performance=1000000"),
        "too large",
        "log.reference-performance");
  }

  // --- plug-ins

  @Test
  void aMissingOrEmptyPlugInIsRefused() throws IOException {
    refused(List.of("--plugins", folder.resolve("none.jar")), "none.jar", "no such jar");
    refused(List.of("--plugins", write("text.jar", "no jar")), "text.jar", "is not a jar");
    refused(List.of("--plugins", jar("other.jar", "readme", "hello")), "other.jar", "no policy");
  }

  @Test
  void aPlugInWhoseClassIsMissingIsRefused() throws IOException {
    var service = "META-INF/services/io.metasched.metascheduler.policy.PolicyProvider";

    refused(List.of("--plugins", jar("bad.jar", service, "no.such.Policy\n")), "no.such.Policy");
  }

  // --- helpers

  /** Fails unless the arguments are rejected although the folder for results could be created. */
  private void refused(List<?> arguments, String... words) {
    var all = new ArrayList<Object>(arguments);
    all.addAll(List.of("--out", folder.resolve("parent/out")));
    refusedAsIs(all, words);
  }

  private void refusedAsIs(List<?> arguments, String... words) {
    var before = CommandRun.content(folder);
    var all = new ArrayList<Object>(List.of("simulate"));
    all.addAll(arguments);

    CommandRun.of(all.toArray()).refusedLeaving(folder, before, words);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path jar(String name, String entry, String text) throws IOException {
    var file = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(text.getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return file;
  }

  private Path pipe(String name) throws IOException, InterruptedException {
    var file = folder.resolve(name);
    try {
      var mkfifo = new ProcessBuilder("mkfifo", file.toString()).start();
      assertThat(mkfifo.waitFor(300, TimeUnit.SECONDS)).isTrue();
      assumeTrue(mkfifo.exitValue() == 0, "no pipes here");
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo here");
    }
    return file;
  }
}
