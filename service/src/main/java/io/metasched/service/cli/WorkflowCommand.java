package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command that submits, estimates and lists workflows. */
@Command(
    name = "workflow",
    description = {
      "Submits a workflow: jobs with edges between them, which are planned together. Prints its id,"
          + " which show, wait and cancel accept. Without a file, lists your workflows.",
      "The file is in HOCON: name, account, budget, deadline, policy (heft or job-by-job) and jobs."
          + " Each job has a task (its name), submit (the words of a submit command), and after or"
          + " after-any (names of the jobs that it follows)."
    },
    mixinStandardHelpOptions = true)
final class WorkflowCommand extends ClientCommand {
  @Parameters(arity = "0..1", paramLabel = "FILE", description = "File with the workflow.")
  private @Nullable Path file;

  @Option(
      names = "--estimate",
      description =
          "Only list offers: the one that ends first, the cheapest one, and one in between.")
  private boolean estimates;

  @Option(
      names = "--hold-offer",
      paramLabel = "OFFER",
      description = "Accept an offer: all jobs are booked as offered, or the workflow is refused.")
  private @Nullable String offer;

  @Option(
      names = "--wait",
      description = "Wait for the end of all jobs, and exit with their greatest exit status.")
  private boolean waits;

  @Option(
      names = "--key",
      paramLabel = "K",
      description =
          "Idempotency key: a repeated submission with the same key creates no second workflow.")
  private @Nullable String key;

  @Override
  public Integer call() {
    requireFile();
    if (file == null) {
      var answer = options.client().get("/v1/workflows");
      return print(answer, () -> show(answer.path("items")));
    }
    var body = body(file);
    return estimates ? estimate(body) : submit(body);
  }

  private void requireFile() {
    boolean submits = offer != null || waits || key != null;
    if (file == null && (estimates || submits)) {
      throw new ParameterException(
          spec.commandLine(), "--estimate, --hold-offer, --wait and --key need a file");
    } else if (estimates && submits) {
      throw new ParameterException(
          spec.commandLine(), "--estimate submits nothing: omit --hold-offer, --wait and --key");
    }
  }

  private ObjectNode body(Path from) {
    try {
      return WorkflowFile.read(from);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int submit(ObjectNode body) {
    var client = options.client();
    Optional.ofNullable(offer).ifPresent(id -> body.put("offer", id));
    var once = Optional.ofNullable(key).orElseGet(() -> UUID.randomUUID().toString());
    var answer = client.post("/v1/workflows", body, Optional.of(once));
    var id = answer.path("id").asText();
    Runnable printId = () -> line("submitted workflow " + id);
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

  private int estimate(ObjectNode body) {
    var answer = options.client().post("/v1/workflows:estimate", body, Optional.empty());
    if (answer.path("offers").isEmpty()) {
      print(answer, () -> line(answer.at("/reason/text").asText()));
      return ExitCode.FAILED;
    }
    return print(
        answer,
        () ->
            table(
                answer.path("offers"),
                column("offer"),
                column("goal"),
                column("start"),
                column("finish"),
                column("cost"),
                column("valid until", "/validUntil")));
  }

  private void show(Iterable<JsonNode> workflows) {
    table(
        workflows,
        column("workflow", "/id"),
        column("name"),
        column("account"),
        new Column("state", JobWatch::state),
        column("deadline"),
        column("budget"),
        column("cost"));
  }
}
