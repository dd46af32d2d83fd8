package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics for the operators of a service. */
final class MetricsApiTest {
  private static final String FINISHED = "{exit=\"0\",outcome=\"finished\",signal=\"none\"}";
  private static final String KILLED = "{exit=\"137\",outcome=\"failed\",signal=\"KILL\"}";

  @TempDir private Path folder;

  private static Optional<BigDecimal> value(Answer metrics, String sample) {
    return metrics
        .response()
        .body()
        .lines()
        .filter(line -> line.startsWith(sample + " "))
        .map(line -> new BigDecimal(line.substring(line.lastIndexOf(' ') + 1)).stripTrailingZeros())
        .findFirst();
  }

  @Test
  void eventsAndPresentStateAreCountedWithoutNames() throws Exception {
    try (var api = new TestedApi(folder)) {
      var over = api.submit("user1", TestedApi.SMALL.formatted("x"));
      api.outcome(over);
      api.outcome(api.submit("user1", TestedApi.SMALL.formatted("exit-137")));
      var running = api.submit("user1", TestedApi.SMALL.formatted("hang").replace("10S", "10M"));
      api.when(running, "running");
      api.call("POST", "/v1/nodes/local-4:drain", "admin", "{\"reason\":\"x\"}");

      assertThat(api.call("GET", "/metrics", "user1", "").status()).isEqualTo(403);
      assertThat(api.call("GET", "/metrics", "", "").status()).isEqualTo(401);
      var metrics = api.call("GET", "/metrics", "admin", "");

      assertThat(metrics.response().body()).endsWith("# EOF\n").doesNotContain(over, "user1");
      assertThat(value(metrics, "metasched_jobs_submitted_total")).hasValue(BigDecimal.valueOf(3));
      assertThat(value(metrics, "metasched_jobs_finished_total" + KILLED)).hasValue(BigDecimal.ONE);
      assertThat(value(metrics, "metasched_jobs_finished_total" + FINISHED))
          .hasValue(BigDecimal.ONE);
      assertThat(value(metrics, "metasched_jobs{state=\"running\"}")).hasValue(BigDecimal.ONE);
      assertThat(value(metrics, "metasched_runs{state=\"started\"}")).hasValue(BigDecimal.ONE);
      assertThat(value(metrics, "metasched_nodes{state=\"drained\"}")).hasValue(BigDecimal.ONE);
      assertThat(value(metrics, "metasched_nodes{state=\"running\"}")).hasValue(BigDecimal.ONE);
      assertThat(value(metrics, "metasched_money{kind=\"held\"}"))
          .hasValue(new BigDecimal("6")); // ten minutes at 0.010
      assertThat(value(metrics, "metasched_start_delay_seconds_count"))
          .hasValue(BigDecimal.valueOf(3));
      assertThat(metrics.response().body())
          .contains("metasched_cycle_seconds_bucket{step=\"plan\"")
          .contains("metasched_cycle_jobs_total{outcome=\"booked\"} 3.0")
          .contains("metasched_journal_commit_seconds_count", "metasched_journal_batch_size_sum")
          .contains("metasched_submit_seconds_count 3")
          .contains("route=\"GET /v1/jobs/{job}\",status=\"200\"")
          .contains("metasched_price{domain=\"local\",quantile=\"0.5\"} 0.01")
          .contains("metasched_slot_seconds{kind=\"vacant\"}", "jvm_memory_used_bytes");
      // refunds and charges add up to the held money
      var paid = value(metrics, "metasched_money{kind=\"charged\"}").orElseThrow();
      var back = value(metrics, "metasched_money{kind=\"paid_back\"}").orElseThrow();
      assertThat(paid.add(back)).isEqualByComparingTo("0.2");
    }
  }

  @Test
  void aServiceIsReadyOnceItsSchedulerIs() throws Exception {
    try (var api = new TestedApi(folder)) {
      api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x")));

      assertThat(api.call("GET", "/health/ready", "", "").status()).isEqualTo(200);
      assertThat(api.call("GET", "/health/live", "", "").status()).isEqualTo(200);
    }
  }
}
