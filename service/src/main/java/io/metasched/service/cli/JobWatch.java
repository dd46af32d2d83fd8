package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.client.ApiClient;
import java.util.List;

/** Wait for the outcome of a job. */
final class JobWatch {
  private static final List<String> OVER =
      List.of("finished", "failed", "overran", "withdrawn", "refused", "lost");

  private JobWatch() {}

  static boolean isOver(JsonNode job) {
    return OVER.contains(job.path("state").asText());
  }

  /**
   * Returns the job after it has ended. The job is requested again after each change and every 30
   * s.
   */
  static JsonNode outcome(ApiClient client, String id) {
    var path = "/v1/jobs/" + ApiClient.part(id);
    var job = client.get(path);
    while (!isOver(job)) {
      var changed =
          client.getChanged(path + "?wait=30s&sinceVersion=" + job.path("version").asLong());
      job = changed.orElse(job);
    }
    return job;
  }

  /** Returns the state of a job as text: {@code failed (exit 3)}. */
  static String state(JsonNode job) {
    var state = job.path("state").asText();
    boolean isNonZero = job.path("exit").asInt(0) != 0;
    return state.equals("failed") && isNonZero
        ? "%s (exit %s)".formatted(state, exit(job).replace(" ", ", "))
        : state;
  }

  /**
   * Returns the exit status of a job with the signal that ended it: {@code 3}, {@code 137 KILL}.
   */
  static String exit(JsonNode job) {
    var signal = job.path("signal").asText();
    return job.path("exit").asText("-") + (signal.isEmpty() ? "" : " " + signal);
  }

  /** Returns the exit code for a command: the exit status of the job, if there is one. */
  static int exitCode(JsonNode job) {
    int most = job.path("exit").asInt(-1);
    var state = job.path("state").asText();
    if (state.equals("finished")) {
      return Math.max(0, most);
    } else if (state.equals("refused")) {
      return ExitCode.REFUSED;
    }
    return most > 0 ? most : ExitCode.FAILED;
  }

  /** Returns the message about a job that has not finished. */
  static String words(JsonNode job) {
    var text = job.path("reason").path("text").asText();
    return PrintableText.replaced(
        "job %s is %s%s"
            .formatted(job.path("id").asText(), state(job), text.isEmpty() ? "" : ": " + text));
  }
}
