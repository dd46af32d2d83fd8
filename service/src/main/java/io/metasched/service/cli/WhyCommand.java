package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.plan.ReasonText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that explains why a job waits, or starts no sooner. */
@Command(
    name = "why",
    description =
        "Explains why a job has no window, or no earlier window, cycle by cycle, and what would"
            + " help; for an array or workflow, counts the reasons of its jobs.",
    mixinStandardHelpOptions = true)
final class WhyCommand extends ClientCommand {
  private static final String JOBS = "/v1/jobs/";
  private static final String NOT_YET = "no cycle has considered it yet";

  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job, array or workflow.")
  private String job = "";

  @Override
  public Integer call() {
    var client = options.client();
    var answer =
        ApiClient.ofJobOrGroup(
            job, path -> client.get(path.startsWith(JOBS) ? path + "/explanation" : path));
    return print(answer, () -> print(answer));
  }

  private static boolean isNew(JsonNode answer) {
    return answer.path("state").asText().equals("waiting") && answer.path("cycles").isEmpty();
  }

  private void printGroup(JsonNode group) {
    line(JobWatch.counts(group));
    for (var reason : group.path("reasons")) {
      line("%s: %s".formatted(reason.path("count").asText(), reason.path("text").asText()));
    }
    if (isNew(group) && group.path("reasons").isEmpty()) {
      line(NOT_YET);
    }
  }

  private void print(JsonNode answer) {
    if (JobWatch.isGroup(answer)) {
      printGroup(answer);
      return;
    }
    var why = answer.at("/reason/text").asText(isNew(answer) ? NOT_YET : "");
    line(
        "%s, %s ahead%s"
            .formatted(
                answer.path("state").asText(),
                ReasonText.count(answer.path("ahead").asLong(), "job"),
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
