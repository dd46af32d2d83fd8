package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.client.ApiClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that explains why a job waits, or starts no sooner. */
@Command(
    name = "why",
    description =
        "Explains why a job has no window, or no earlier window, cycle by cycle, and what would"
            + " help; for an array, counts the reasons of its jobs.",
    mixinStandardHelpOptions = true)
final class WhyCommand extends ClientCommand {
  private static final String ARRAYS = "/v1/arrays/";

  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job or array.")
  private String job = "";

  @Override
  public Integer call() {
    var client = options.client();
    var answer =
        ApiClient.ofJobOrArray(
            job, path -> client.get(path.startsWith(ARRAYS) ? path : path + "/explanation"));
    return print(answer, () -> print(answer));
  }

  private void printArray(JsonNode array) {
    line(JobWatch.counts(array));
    for (var reason : array.path("reasons")) {
      line("%s: %s".formatted(reason.path("count").asText(), reason.path("text").asText()));
    }
  }

  private void print(JsonNode answer) {
    if (JobWatch.isArray(answer)) {
      printArray(answer);
      return;
    }
    var why = answer.at("/reason/text").asText();
    line(
        "%s, %s jobs ahead%s"
            .formatted(
                answer.path("state").asText(),
                answer.path("ahead").asText(),
                why.isEmpty() ? "" : ": " + why));
    answer.path("advice").forEach(line -> line(line.asText()));
    answer.path("sooner").forEach(line -> line("it starts no sooner: " + line.asText()));
    if (!answer.path("cycles").isEmpty()) {
      line("");
      table(
          answer.path("cycles"),
          column("cycle"),
          column("at"),
          column("outcome"),
          column("ahead"),
          column("booked"),
          new Column("cheapest", cycle -> window(cycle.at("/windows/cheapest"))),
          new Column("earliest", cycle -> window(cycle.at("/windows/earliest"))),
          column("why", "/reason/text"));
    }
  }

  private static String window(JsonNode window) {
    if (window.isMissingNode()) {
      return "-";
    }
    var over = window.path("overBudget").asText();
    return "%s for %s%s"
        .formatted(
            window.path("start").asText(),
            window.path("cost").asText(),
            over.isEmpty() ? "" : " (" + over + " over budget)");
  }
}
