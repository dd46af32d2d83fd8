package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.client.ApiClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Wait for the outcome of a job, an array or a workflow. */
final class JobWatch {
  private static final List<String> OVER =
      List.of("finished", "failed", "overran", "withdrawn", "refused", "lost");

  private static final Duration GROUP_PAUSE = Duration.ofMillis(500);

  private JobWatch() {}

  static boolean isOver(JsonNode job) {
    return OVER.contains(job.path("state").asText());
  }

  /**
   * Returns the job, array or workflow after it has ended. It is requested again after each change
   * and every 30 s.
   */
  static JsonNode outcome(ApiClient client, String id) {
    return ApiClient.ofJobOrGroup(id, path -> outcomeAt(client, path));
  }

  private static JsonNode outcomeAt(ApiClient client, String path) {
    var job = client.get(path);
    while (!isOver(job)) {
      if (isGroup(job)) { // some of its jobs may change many times a second
        LockSupport.parkNanos(GROUP_PAUSE.toNanos());
      }
      var changed =
          client.getChanged(path + "?wait=30s&sinceVersion=" + job.path("version").asLong());
      job = changed.orElse(job);
    }
    return job;
  }

  /** Returns whether an answer is about several jobs: an array or a workflow. */
  static boolean isGroup(JsonNode job) {
    return job.has("array") || isWorkflow(job);
  }

  private static boolean isWorkflow(JsonNode job) {
    return job.has("counts");
  }

  /** Returns the jobs of an array or workflow by state as text: {@code 97 finished, 3 failed}. */
  static String counts(JsonNode array) {
    return array.at(isWorkflow(array) ? "/counts" : "/array/counts").properties().stream()
        .map(each -> "%s %s".formatted(each.getValue().asText(), each.getKey()))
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the state of a job as text: {@code failed (exit 3)}; for an array or workflow, its
   * counts.
   */
  static String state(JsonNode job) {
    if (isGroup(job)) {
      return counts(job);
    }
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
    } else if (state.equals("refused") && most <= 0) {
      return ExitCode.REFUSED;
    }
    return most > 0 ? most : ExitCode.FAILED;
  }

  /** Returns the message about a job that has not finished. */
  static String words(JsonNode job) {
    if (isGroup(job)) {
      return PrintableText.replaced(
          "%s %s is %s: %s"
              .formatted(
                  isWorkflow(job) ? "workflow" : "array",
                  job.path("id").asText(),
                  job.path("state").asText(),
                  counts(job)));
    }
    var text = job.path("reason").path("text").asText();
    return PrintableText.replaced(
        "job %s is %s%s"
            .formatted(job.path("id").asText(), state(job), text.isEmpty() ? "" : ": " + text));
  }
}
