package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.client.ApiClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that explains why a job waits, or starts no sooner. */
@Command(
    name = "why",
    description =
        "Explains why a job has no window, or none that starts sooner, cycle by cycle, and"
            + " what would help.",
    mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(index = "0", paramLabel = "JOB", description = "Its id.")
  private String job = "";

  @Override
  public Integer call() {
    var answer = options.client().get("/v1/jobs/" + ApiClient.part(job) + "/explanation");
    var out = spec.commandLine().getOut();
    if (options.printed(answer, out)) {
      return ExitCode.DONE;
    }
    var why = answer.at("/reason/text").asText();
    out.println(
        PrintableText.replaced(
            "%s, %s jobs ahead%s"
                .formatted(
                    answer.path("state").asText(),
                    answer.path("ahead").asText(),
                    why.isEmpty() ? "" : ": " + why)));
    answer.path("advice").forEach(line -> out.println(PrintableText.replaced(line.asText())));
    answer
        .path("sooner")
        .forEach(
            line -> out.println(PrintableText.replaced("it starts no sooner: " + line.asText())));
    if (!answer.path("cycles").isEmpty()) {
      out.println();
      var table =
          new TextTable("cycle", "at", "outcome", "ahead", "booked", "cheapest", "earliest", "why");
      for (var cycle : answer.path("cycles")) {
        table.row(
            cycle.path("cycle").asText(),
            cycle.path("at").asText(),
            cycle.path("outcome").asText(),
            cycle.path("ahead").asText(),
            cycle.path("booked").asText(),
            window(cycle.at("/windows/cheapest")),
            window(cycle.at("/windows/earliest")),
            cycle.at("/reason/text").asText());
      }
      table.print(out);
    }
    out.flush();
    return ExitCode.DONE;
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
