package io.metasched.simulation.system.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.report.PackedNumbers;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.PageText;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.SystemPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Content of the page of a replay, without a browser. */
final class ReplayPageTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \u2028";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"0, A", "31, f", "32, gB", "1023, _f", "1024, ggB", "4294967296, ggggggE"})
  void numbersArePackedFiveBitsACharacter(long number, String text) {
    var packed = new PackedNumbers();

    packed.add(number);

    assertThat(packed).hasToString(text);
    assertThat(unpacked(text)).containsExactly(number);
  }

  @Test
  void changesMayBeNegativeAndNumbersMayNot() {
    var packed = new PackedNumbers();

    packed.addChange(5);
    packed.addChange(3);
    packed.addChange(3);

    assertThat(unpacked(packed.toString())).containsExactly(10L, 3L, 0L);
    assertThatThrownBy(() -> packed.add(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void equalReplaysGiveEqualBytesWhateverTimeTheyTook() throws IOException {
    assertThat(page("log", 9, 1.0)).isEqualTo(page("log", 9, 2.0));
    assertThat(page("log", 9, 1.0))
        .isNotEqualTo(page("log", 8, 1.0))
        .doesNotContain("wallSeconds", "jobsPerSecond");
  }

  @Test
  void aPageNeedsNothingElseAndTextStaysText() throws IOException {
    var page = page(HOSTILE, 9, 1);

    PageText.assertNeedsNothingElse(page);
    assertThat(page).doesNotContain("alert(1)</script>");
    var data = PageText.block(page, "summary");
    assertThat(data.path("notes").path(0).asText()).isEqualTo(HOSTILE);
    assertThat(data.path("policies").path(1).path("users").asInt()).isEqualTo(2);
  }

  @Test
  void theChartShowsTheSchedule() throws IOException {
    // job 1 has processors 0-1 from 1 s to 5.5 s; job 2 waits for job 1 from 2 s on
    var run = PageText.block(page("log", 9, 1), "run-0");

    assertThat(run.path("unitTicks").asLong()).isEqualTo(500);
    assertThat(run.path("originTick").asLong()).isEqualTo(1_000);
    assertThat(run.path("shownUntilTick").asLong()).isEqualTo(-1);
    assertThat(column(run, "id")).containsExactly(2L, 2L);
    assertThat(column(run, "start")).containsExactly(0L, 18L);
    assertThat(column(run, "wait")).containsExactly(0L, 7L);
    assertThat(column(run, "run")).containsExactly(9L, 4L);
    assertThat(column(run, "slack")).containsExactly(1L, 0L);
    assertThat(column(run, "user")).containsExactly(1L, 0L);
    assertThat(column(run, "rangeCount")).containsExactly(1L, 1L);
    assertThat(column(run, "gap")).containsExactly(0L, 0L);
    assertThat(column(run, "size")).containsExactly(2L, 3L);
  }

  @Test
  void aChartThatIsCutStatesItsEnd() throws IOException {
    var run = PageText.block(page("log", 9, 1, new PageLimits(1, 1, 1, 1)), "run-1");

    assertThat(run.path("count").asInt()).isEqualTo(1);
    assertThat(run.path("total").asInt()).isEqualTo(2);
    assertThat(run.path("shownUntilTick").asLong()).isEqualTo(1_000);
  }

  private static List<Long> column(JsonNode run, String name) {
    return unpacked(run.path(name).asText());
  }

  private static List<Long> unpacked(String text) {
    var digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    var values = new ArrayList<Long>();
    long value = 0;
    int shift = 0;
    for (int at = 0; at < text.length(); at++) {
      int bits = digits.indexOf(text.charAt(at));
      value += (bits % 32L) << shift;
      shift += 5;
      if (bits < 32) {
        values.add(value);
        value = 0;
        shift = 0;
      }
    }
    return values;
  }

  private String page(String name, int halfSeconds, double wallSeconds) throws IOException {
    return page(name, halfSeconds, wallSeconds, PageLimits.DEFAULT);
  }

  private String page(String name, int halfSeconds, double wallSeconds, PageLimits limits)
      throws IOException {
    var jobs =
        List.of(
            new ReplayJob(1, 1_000, halfSeconds * 500L, 2, 5_000, 0, false),
            new ReplayJob(2, 2_000, 2_000, 3, 2_000, -1, false));
    var file = folder.resolve("page.html");
    try (var page = SystemPage.open(file, new ReplayPage(limits), new ReplaySystem().metrics())) {
      var summary = JsonNodeFactory.instance.objectNode();
      summary.put("wallSeconds", wallSeconds);
      summary.put("seed", 7L).putArray("notes").add(name);
      var policies = summary.putArray("policies");
      for (var policy : List.of("fcfs", "easy")) {
        var scheduler = LocalSchedulers.named(policy).orElseThrow();
        page.add(ReplayRun.of(policy, jobs, Replay.run(jobs, 4, scheduler, 0, done -> {}), 0));
        var said = policies.addObject().put("policy", policy).put("violations", 0);
        said.put("jobsPerSecond", 2 / wallSeconds);
        said.putArray("byUser").addObject().put("user", 0);
        said.withArray("byUser").addObject().put("user", -1);
      }
      page.finish(summary);
    }
    return Files.readString(file);
  }
}
