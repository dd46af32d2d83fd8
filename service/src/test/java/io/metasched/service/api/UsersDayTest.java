package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.RandomHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Figures of users, compared with their definitions on random histories. */
final class UsersDayTest {
  private static List<JobRecord> jobs(BookState state) {
    var jobs = new ArrayList<JobRecord>();
    state.jobs().entries().forEach(each -> jobs.add(each.value()));
    return jobs;
  }

  private static boolean hasRun(JobRecord job) {
    return job.times().started().isPresent() && job.times().ended().isPresent();
  }

  private static double slowdown(JobRecord job) {
    var started = job.times().started().orElseThrow();
    double run = seconds(Duration.between(started, job.times().ended().orElseThrow()));
    double wait = seconds(Duration.between(job.times().submitted(), started));
    return Math.max(1, (wait + run) / Math.max(run, 10));
  }

  /**
   * Returns the duration in seconds. Clocks of machines differ, so a negative duration counts as 0.
   */
  private static double seconds(Duration duration) {
    return duration.isNegative() ? 0 : duration.toMillis() / 1000.0;
  }

  private static double jain(Map<String, Double> means) {
    double sum = means.values().stream().mapToDouble(Double::doubleValue).sum();
    double squares = means.values().stream().mapToDouble(mean -> mean * mean).sum();
    return sum * sum / (means.size() * squares);
  }

  @Test
  void isWhatTheDefinitionsSay() {
    int seen = 0;
    for (int seed = 0; seed < 200; seed++) {
      var history = new RandomHistory(seed);
      for (int event = 0; event < 600; event++) {
        history.next();
      }
      var day = new UsersDay();
      var jobs = jobs(history.state());
      jobs.forEach(day::add);
      var means =
          jobs.stream()
              .filter(UsersDayTest::hasRun)
              .collect(
                  Collectors.groupingBy(
                      JobRecord::user, Collectors.averagingDouble(UsersDayTest::slowdown)));
      if (means.isEmpty()) {
        assertThat(day.fairness()).isEqualTo(1);
        continue;
      }

      var json = JsonNodeFactory.instance.objectNode();
      day.write(json, user -> !user.equals("u0"));

      assertThat(json.path("fairness").asDouble()).isCloseTo(jain(means), within(1e-9));
      for (var line : json.path("users")) {
        var user = line.path("user").asText();
        assertThat(user).isNotEqualTo("u0");
        assertThat(line.path("slowdown").asDouble())
            .isCloseTo(means.getOrDefault(user, 0.0), within(1e-9));
        seen++;
      }
    }
    assertThat(seen).isPositive();
  }
}
