package io.metasched.lab.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.Metasched;
import java.io.PrintWriter;
import java.io.StringWriter;
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

  @Test
  @Tag("long")
  void allThatIsMeasuredIsInTheAnswer() throws Exception {
    var answer = new ObjectMapper().readTree(run(0, "bench", "service", "--quick", "--json"));

    assertThat(answer.properties()).hasSizeGreaterThan(18);
    for (var each : answer.properties()) {
      assertThat(each.getValue().asDouble(-1)).as(each.getKey()).isNotNegative();
    }
    assertThat(answer.path("jobs that wait").asInt()).isEqualTo(2000);
    assertThat(answer.path("end to end, fake executor").asDouble()).isPositive();
    assertThat(answer.path("end to end, real processes").asDouble()).isPositive();
    assertThat(answer.path("acknowledged jobs lost by kill -9").asInt(-1)).isZero();
  }

  @Test
  @Tag("long")
  void pagesHearOfWhatHappens() throws Exception {
    var answer = new ObjectMapper().readTree(run(0, "bench", "dashboard", "--quick", "--json"));

    assertThat(answer.path("event streams").asInt()).isEqualTo(20);
    assertThat(answer.path("other requests").asDouble()).isPositive();
    assertThat(answer.path("event to stream, p95").asDouble()).isPositive();
    assertThat(answer.path("event to page, p95").asDouble()).isPositive();
    assertThat(answer.path("scheduler with readers, a cycle").asDouble()).isPositive();
    assertThat(answer.path("a cycle beside other work").asDouble()).isPositive();
    assertThat(answer.path("a cycle with readers").asDouble()).isPositive();
  }

  @Test
  @Tag("long")
  void memoryAndBookAreMeasuredWhileJobsEndEarly() throws Exception {
    var answer = new ObjectMapper().readTree(run(0, "bench", "plateau", "--quick", "--json"));

    assertThat(answer.path("jobs submitted at once").asInt()).isEqualTo(100);
    assertThat(answer.path("moves of these jobs").asInt()).isPositive();
    assertThat(answer.properties()).hasSizeGreaterThanOrEqualTo(2 + 2 * 6);
  }

  @Test
  @Tag("long")
  void existingBookingsAreMeasured() throws Exception {
    var answer = new ObjectMapper().readTree(run(0, "bench", "bookings", "--quick", "--json"));

    assertThat(answer.path("jobs booked, 8 nodes, 2,000 booked").asInt()).isEqualTo(2000);
    assertThat(answer.properties()).hasSize(41);
    for (var each : answer.properties()) {
      assertThat(each.getValue().asDouble(-1)).as(each.getKey()).isNotNegative();
    }
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
