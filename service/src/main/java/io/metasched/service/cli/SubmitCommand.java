package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.MemberNames;
import io.metasched.service.plan.ReasonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command that submits a job. */
@Command(
    name = "submit",
    description = {
      "Submits a job: a script, or a command after --. Prints its id.",
      "Lines of a script that begin with #METASCHED, before its first command, have further"
          + " options, quoted as in a shell. If an option is repeated, the last value counts;"
          + " options of the command line come after the options of the script."
    },
    mixinStandardHelpOptions = true)
final class SubmitCommand extends ClientCommand {
  @Mixin private JobOptions wanted;

  @Option(
      names = "--wait",
      description = "Wait for the end of the job, and exit with its exit status.")
  private boolean waits;

  @Option(names = "--parsable", description = "Print only the id.")
  private boolean parsable;

  @Option(
      names = "--test-only",
      description = "Only show what a cycle would do with the job now; nothing is submitted.")
  private boolean testOnly;

  @Option(
      names = "--hold-offer",
      paramLabel = "OFFER",
      description = "Accept an offer of estimate: the job is booked as offered, or refused.")
  private @Nullable String offer;

  @Option(
      names = "--key",
      paramLabel = "K",
      description =
          "Idempotency key: a repeated submission with the same key creates no second job.")
  private @Nullable String key;

  @Parameters(paramLabel = "SCRIPT [ARG...] | -- COMMAND [ARG...]", arity = "1..*")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    try {
      return submit(JobWords.job(wanted, Path.of(""), words, isScript()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns whether the first word is a script, that is, no -- precedes it. */
  private boolean isScript() {
    var all = spec.commandLine().getParseResult().originalArgs();
    int before = all.size() - words.size() - 1;
    return before < 0 || !all.get(before).equals("--");
  }

  @Override
  MemberNames members() {
    return JobOptions.MEMBERS;
  }

  private int submit(ObjectNode job) {
    var client = options.client();
    if (testOnly) {
      var answer = client.post("/v1/jobs?dryRun=true", job, Optional.empty());
      return print(answer, () -> line(outlook(answer)));
    }
    if (offer != null) {
      job.put("offer", offer);
    }
    var once = Optional.ofNullable(key).orElseGet(() -> UUID.randomUUID().toString());
    var answer = client.post("/v1/jobs", job, Optional.of(once));
    var id = answer.path("id").asText();
    var kind = JobWatch.isGroup(answer) ? "array" : "job";
    Runnable printId = () -> out().println(parsable ? id : "submitted %s %s".formatted(kind, id));
    if (!waits) {
      return print(answer, printId);
    }
    if (!options.json()) {
      printId.run();
      out().flush();
    }
    var outcome = JobWatch.outcome(client, id);
    print(outcome, () -> {});
    if (!outcome.path("state").asText().equals("finished")) {
      report(JobWatch.words(outcome));
    }
    return JobWatch.exitCode(outcome);
  }

  private static String outlook(JsonNode answer) {
    var window = answer.path("window");
    if (window.isMissingNode()) {
      return "it would be accepted, and wait behind %s: %s"
          .formatted(
              ReasonText.count(answer.path("ahead").asLong(), "job"),
              answer.at("/reason/text").asText());
    }
    return "it would start at %s on %s and cost %s"
        .formatted(
            window.path("start").asText(),
            list(window.path("nodes")),
            window.path("cost").asText());
  }
}
