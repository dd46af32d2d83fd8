package io.metasched.lab.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("bench")
final class ServiceBenchCommandTest {
  private static String run(int code, String... args) {
    var out = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(commandLine.execute(args)).as(out.toString()).isEqualTo(code);
    return out.toString();
  }

  /** Runs a bench and returns the values of its rows. */
  private static Map<String, Double> measured(String bench) throws IOException {
    var answer = new ObjectMapper().readTree(run(0, "bench", bench, "--quick", "--json"));
    assertThat(answer.path("bench").asText()).isEqualTo(bench);
    assertThat(answer.path("version").asText()).isEqualTo(Metasched.version());
    assertThat(answer.path("machine").path("cores").asInt()).isPositive();
    assertThat(answer.path("wallSeconds").asDouble()).isPositive();
    var values = new LinkedHashMap<String, Double>();
    for (var row : answer.path("rows")) {
      assertThat(row.path("unit").isTextual()).isTrue();
      values.put(row.path("measured").asText(), row.path("value").doubleValue());
    }
    assertThat(values).hasSameSizeAs(answer.path("rows"));
    assertThat(values.values()).allMatch(value -> value >= 0);
    return values;
  }

  private static void isPositive(double value) {
    assertThat(value).isPositive();
  }

  @Test
  @Tag("long")
  void allThatIsMeasuredIsInTheAnswer() throws Exception {
    assertThat(measured("service"))
        .hasSizeGreaterThan(18)
        .containsEntry("jobs that wait", 2000.0)
        .containsEntry("acknowledged jobs lost by kill -9", 0.0)
        .hasEntrySatisfying("end to end, fake executor", ServiceBenchCommandTest::isPositive)
        .hasEntrySatisfying("end to end, real processes", ServiceBenchCommandTest::isPositive);
  }

  @Test
  @Tag("long")
  void pagesHearOfWhatHappens() throws Exception {
    assertThat(measured("dashboard"))
        .containsEntry("event streams", 20.0)
        .hasEntrySatisfying("other requests", ServiceBenchCommandTest::isPositive)
        .hasEntrySatisfying("event to stream, p95", ServiceBenchCommandTest::isPositive)
        .hasEntrySatisfying("event to page, p95", ServiceBenchCommandTest::isPositive)
        .hasEntrySatisfying("scheduler with readers, a cycle", ServiceBenchCommandTest::isPositive)
        .hasEntrySatisfying("a cycle beside other work", ServiceBenchCommandTest::isPositive)
        .hasEntrySatisfying("a cycle with readers", ServiceBenchCommandTest::isPositive);
  }

  @Test
  @Tag("long")
  void memoryAndBookAreMeasuredWhileJobsEndEarly() throws Exception {
    assertThat(measured("plateau"))
        .hasSizeGreaterThanOrEqualTo(2 + 2 * 6)
        .containsEntry("jobs submitted at once", 100.0)
        .hasEntrySatisfying("moves of these jobs", ServiceBenchCommandTest::isPositive);
  }

  @Test
  @Tag("long")
  void existingBookingsAreMeasured() throws Exception {
    assertThat(measured("bookings"))
        .hasSize(41)
        .containsEntry("jobs booked, 8 nodes, 2,000 booked", 2000.0);
  }

  @Test
  void slurmIsMeasuredWhereItIs() {
    assertThat(run(2, "bench", "service", "--slurm", "/no/such/folder"))
        .contains("--slurm: allowed is a folder with usr/sbin/slurmctld-wlm", "/no/such/folder")
        .hasLineCount(1);
  }

  @Test
  void anUnknownBenchIsRefusedWithTheKnownOnes() {
    assertThat(run(2, "bench", "engines"))
        .contains("unknown bench 'engines'", "known are service, bookings, plateau, dashboard");
  }
}
