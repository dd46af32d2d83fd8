package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.workload.trace.fixture.SwfText;
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

/** Logs whose jobs serve as the local jobs of owners. */
final class LocalLogTest {
  private static final Pattern DIGEST =
      Pattern.compile("\"placementsDigest\" : \"([0-9a-f]{64})\"");

  @TempDir private Path folder;

  @BeforeEach
  void writeALog() {
    var log = SwfText.machine(64);
    for (int id = 1; id <= 60; id++) {
      log.job(id, "2=" + id * 20, "3=" + id % 7, "4=" + (20 + id), "5=" + (1 + id % 40));
    }
    log.writeTo(folder.resolve("site.swf"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void aRunFromTheWrittenLocalJobsHasTheDigestOfTheLog(String planned) throws IOException {
    var scenario = scenario("local { log = site.swf, log-planned = %s }".formatted(planned));
    var local = folder.resolve("local.csv");
    CommandRun.of("generate", "local", scenario, "--cycles", "4", "--out", local).done();

    var ofLog = digests(scenario, "log");

    var ofFile = digests(scenario("local.file = local.csv"), "file");
    var ofNone = digests(scenario("local.share = 0"), "none"); // the same name, so the same jobs
    assertThat(ofLog).hasSize(2).isEqualTo(ofFile).isNotEqualTo(ofNone);
    assertThat(Files.readAllLines(local)).hasSizeGreaterThan(100);
    assertThat(CommandRun.of("check", folder.resolve("log")).done()).contains("violations: 0");
    assertThat(CommandRun.of("rerun", folder.resolve("log")).exit()).isZero();
  }

  @Test
  void aDomainHasItsOwnLogAndOthersAreGenerated() throws IOException {
    var scenario =
        scenario(
            "nodes.domains = 3\ndomains { 1 { local { log = site.swf, log-jobs = \"1-5\" } } }");
    var local = folder.resolve("local.csv");

    var printed = CommandRun.of("validate", scenario).done();
    CommandRun.of("generate", "local", scenario, "--cycles", "1", "--out", local).done();

    assertThat(printed).contains("local jobs of 1: 5 of log ", "site.swf on ");
    var rows = Files.readAllLines(local).stream().skip(1).map(line -> line.split(",")).toList();
    // nodes are assigned to domains in turn; jobs 1 to 5 have 2 to 6 parts
    assertThat(rows)
        .filteredOn(row -> Integer.parseInt(row[0]) % 3 == 1)
        .hasSize(2 + 3 + 4 + 5 + 6);
    assertThat(rows).filteredOn(row -> Integer.parseInt(row[0]) % 3 == 0).isNotEmpty();
  }

  @Test
  void theNotesCountWhatLocalJobsOfALogDoNotHonour() throws IOException {
    SwfText.machine(8)
        .job(1, "10=512", "15=1")
        .job(2, "2=10", "15=2", "16=1", "17=1")
        .job(3, "2=20", "16=2", "17=99")
        .writeTo(folder.resolve("busy.swf"));

    var printed = CommandRun.of("validate", scenario("local.log = busy.swf")).done();

    assertThat(printed)
        .contains("queue: 2 jobs name one of 2, not honoured")
        .contains("partition: 2 jobs name one of 2, not honoured")
        .contains("memory: 1 jobs ask for it, not honoured")
        .contains(
            "dependencies: 2 jobs name preceding jobs, not honoured: local jobs start at"
                + " their starts in the log");
  }

  @Test
  void theLogIsReadByActorsToo() throws IOException {
    var scenario = scenario("local.log = site.swf");

    var actors = digests(scenario, "actors", "--driver", "actors");

    assertThat(actors).hasSize(2).isEqualTo(digests(scenario, "engine"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "local { log = site.swf, file = x.csv } | local.log: allowed is no log together with"
            + " local.file, which has all local jobs; given was ",
        "local { log = no.swf } | no.swf: no such file here or in the folder of logs",
        "local { log = site.swf, log-jobs = 5 } | local.log-jobs: allowed is FIRST-LAST with FIRST"
            + " <= LAST, or all; given was '5'",
        "local { log = site.swf, log-jobs = \"90-99\" } | no job",
        "local { log = site.swf, log-planned = maybe } | local.log-planned: allowed is ",
        "domains { 1 { local.log-jobs = \"1-5\" } } | domains.1: local.log: allowed is the name of"
            + " a log, because the domain has settings of a log; given was nothing",
        "domains { 1 { local.log = \"\" } } | domains.1: local.log: allowed is the name of a log",
        "domains { 9 { local.log = site.swf } }, nodes.domains = 2 | domains.9: no domain is called"
            + " \"9\"",
      })
  void aFaultIsOneLine(String setting, String words) throws IOException {
    var scenario = scenario(setting.replace("}, ", "}\n"));
    var before = CommandRun.content(folder);

    CommandRun.of("simulate", scenario, "--out", folder.resolve("out"))
        .refusedLeaving(folder, before, words);
  }

  private String scenario(String text) throws IOException {
    var file = folder.resolve("own.conf");
    Files.writeString(file, text);
    return file.toString();
  }

  private List<String> digests(String scenario, String name, String... settings)
      throws IOException {
    var out = folder.resolve(name);
    var arguments =
        new ArrayList<Object>(
            List.of("simulate", scenario, "--cycles", "4", "--policy", "css,backfilling"));
    arguments.addAll(List.of(settings));
    arguments.addAll(List.of("--out", out));
    CommandRun.of(arguments.toArray()).done();
    return DIGEST
        .matcher(Files.readString(out.resolve("summary.json")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
