package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that replays the recorded history under other policies. */
@Command(
    name = "whatif",
    description = {
      "Re-runs the recorded history under other policies, side by side. For administrators.",
      "Jobs are submitted, run and are cancelled as recorded; cycles and windows are planned again."
    },
    mixinStandardHelpOptions = true)
final class WhatifCommand extends ClientCommand {
  @Option(
      names = "--last",
      paramLabel = "DURATION",
      converter = OptionForms.IsoDuration.class,
      description = "Length of the history, up to now: an ISO 8601 duration (default: PT24H).")
  private @Nullable Duration last;

  @Parameters(
      arity = "1..*",
      paramLabel = "POLICY",
      description = "Names of policies, as 'metasched policies' lists them.")
  private List<String> policies = new ArrayList<>();

  @Override
  public Integer call() {
    var body = object();
    if (last != null) {
      body.put("last", last.toString());
    }
    policies.forEach(body.putArray("policies")::add);
    var answer = options.client().post("/v1/whatif", body, Optional.empty());
    return print(
        answer,
        () -> {
          out().printf("%s to %s%n", answer.path("from").asText(), answer.path("to").asText());
          var table =
              new TextTable(
                  "run",
                  "jobs",
                  "placed",
                  "wait",
                  "done",
                  "refused",
                  "cost",
                  "income",
                  "utilisation");
          row(table, "as recorded", answer.path("recorded"));
          answer.path("runs").forEach(run -> row(table, run.path("policy").asText(), run));
          table.print(out());
        });
  }

  private static void row(TextTable table, String name, JsonNode run) {
    table.row(
        run.path("whole").asBoolean() ? name : name + " (incomplete)",
        run.path("jobs").asText(),
        run.path("placedShare").asText(),
        run.path("meanWait").asText(),
        run.path("done").asText(),
        run.path("refused").asText(),
        run.path("cost").asText(),
        run.path("income").asText(),
        run.path("utilisation").asText());
  }
}
