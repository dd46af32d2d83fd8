package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.system.Translations;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All systems on the same jobs, from the command line. */
final class CompareSystemsCommandTest {
  private static final int POLICIES =
      Translations.ALL.stream().mapToInt(each -> each.policies().size()).sum();

  @TempDir private Path folder;

  @Test
  void aLogRunsThroughAllSystemsAndLargeJobsAreLeftOut() throws IOException {
    var log = SwfText.machine(8);
    for (int id = 1; id <= 30; id++) {
      log.job(id, "2=" + id * 50, "4=" + id * 20, "8=" + (1 + id % 5), "9=900");
    }
    log.writeTo(folder.resolve("log.swf"));

    var printed =
        CommandRun.of(
                "compare-systems",
                "--trace",
                folder.resolve("log.swf"),
                "--jobs",
                "1-20",
                "--processors",
                "4",
                "--json")
            .done();

    var json = new ObjectMapper().readTree(printed);
    assertThat(json.path("jobs").asInt()).isEqualTo(16); // 4 of the 20 jobs need 5 processors
    assertThat(json.path("policies")).hasSize(POLICIES);
    assertThat(json.path("bound").path("makespan").asDouble())
        .isBetween(1.0, json.path("policies").path(0).path("makespan").asDouble());
    for (var row : json.path("policies")) {
      for (var metric : CommonMetric.values()) {
        assertThat(row.has(metric.key())).as(metric.key()).isTrue();
      }
    }
  }

  @Test
  void aModelRunsThroughAllSystems() {
    var printed =
        CommandRun.of("compare-systems", "--load", "0.4", "--sites", "2", "--processors", "8")
            .done();

    assertThat(printed).contains("500 jobs of the Lublin-Feitelson model at load 0.4", "ar-gather");
    assertThat(printed.lines().filter(line -> line.contains(" broker "))).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--seed 2 | (--trace=LOG | --load=SHARE)",
        "--trace x.swf --load 1 | mutually exclusive",
        "--load 0 | --load: allowed is 0.01 to 2; given was 0",
        "--load 1 --processors 4 | --processors: allowed is 5 to",
        "--load 1 --sites 101 | --sites: allowed is 1 to 100; given was 101",
        "--load 1 --sites 2 --processors 2049 | --processors: allowed is 1 to 2048; given was 2049",
        "--load 1 --own-times 1.5 | --own-times: allowed is 0 to 1; given was 1.5",
        "--load 1 --slack -1 | --slack: allowed is 0 to 1000; given was -1",
        "--trace x.swf --jobs 5-1 | --jobs: allowed is FIRST-LAST with FIRST <= LAST",
        "--trace nowhere.swf | --trace: no log 'nowhere.swf' here or in",
      })
  void aWrongOptionIsOneLine(String options, String words) {
    var line = ("compare-systems " + options).split(" ");

    CommandRun.of((Object[]) line).refusedLeaving(folder, CommandRun.content(folder), words);
  }
}
