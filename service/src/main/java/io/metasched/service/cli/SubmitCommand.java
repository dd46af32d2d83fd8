package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Submits a job. */
@Command(
    name = "submit",
    description = {
      "Submits a job: a script, whose lines that begin with #METASCHED have more options, or a"
          + " command behind --.",
      "Prints its id."
    },
    mixinStandardHelpOptions = true)
final class SubmitCommand implements Callable<Integer> {
  private static final String MARK = "#METASCHED ";
  private static final String SCRIPT = "job-script";

  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;
  @Mixin private JobOptions wanted;

  @Option(names = "--wait", description = "Wait for its end, and end with its exit status.")
  private boolean waits;

  @Option(names = "--parsable", description = "Print the id and nothing else.")
  private boolean parsable;

  @Option(
      names = "--test-only",
      description = "Only say what a cycle would do with it now; nothing is submitted.")
  private boolean testOnly;

  @Option(
      names = "--hold-offer",
      paramLabel = "OFFER",
      description = "Take up an offer of estimate: it is booked as offered, or refused.")
  private @Nullable String offer;

  @Option(
      names = "--key",
      paramLabel = "K",
      description = "Idempotency key: submitted twice with the same one, it is one job.")
  private @Nullable String key;

  @Parameters(paramLabel = "SCRIPT [ARG...] | -- COMMAND [ARG...]", arity = "1..*")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    var job = JsonNodeFactory.instance.objectNode();
    var run = job.putObject("run");
    var command = run.putArray("command");
    boolean isCommand = spec.commandLine().getParseResult().originalArgs().contains("--");
    if (isCommand) {
      words.forEach(command::add);
      wanted.into(job, Path.of(words.get(0)).getFileName().toString());
    } else {
      script(run).forEach(command::add);
      words.subList(1, words.size()).forEach(command::add);
      wanted.into(job, Path.of(words.get(0)).getFileName().toString());
    }
    return submit(job);
  }

  /** Lays the script into the working folder; returns the words that run it. */
  private List<String> script(ObjectNode run) {
    var file = Path.of(words.get(0));
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(),
          "%s: the script cannot be read; a command goes behind --".formatted(file));
    }
    var more = new ArrayList<String>();
    text.lines()
        .filter(line -> line.startsWith(MARK))
        .forEach(line -> more.addAll(List.of(line.substring(MARK.length()).strip().split("\\s+"))));
    var inScript = new ScriptOptions();
    try {
      new CommandLine(inScript).parseArgs(more.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new ParameterException(
          spec.commandLine(), "%s: %s%s".formatted(file, MARK, e.getMessage()));
    }
    wanted = wanted.over(inScript.wanted);
    run.putArray("input").addObject().put("path", SCRIPT).put("text", text);
    var first = text.lines().findFirst().orElse("");
    var words = new ArrayList<String>();
    if (first.startsWith("#!")) {
      words.addAll(List.of(first.substring(2).strip().split("\\s+", 2)));
    } else {
      words.add("sh");
    }
    words.add(SCRIPT);
    return words;
  }

  /** What a script may say of itself. */
  @Command(name = "script")
  static final class ScriptOptions {
    @Mixin private JobOptions wanted = new JobOptions();
  }

  private int submit(ObjectNode job) {
    var client = options.client();
    var out = spec.commandLine().getOut();
    if (testOnly) {
      var answer = client.post("/v1/jobs?dryRun=true", job, Optional.empty());
      if (!options.printed(answer, out)) {
        out.println(TextTable.clean(outlook(answer)));
        out.flush();
      }
      return ServiceCommands.DONE;
    }
    if (offer != null) {
      job.put("offer", offer);
    }
    var once = Optional.ofNullable(key).orElseGet(() -> UUID.randomUUID().toString());
    var answer = client.post("/v1/jobs", job, Optional.of(once));
    var id = answer.path("id").asText();
    if (!waits && options.printed(answer, out)) {
      return ServiceCommands.DONE;
    }
    if (!options.json()) {
      out.println(parsable ? id : "submitted job " + id);
      out.flush();
    }
    if (!waits) {
      return ServiceCommands.DONE;
    }
    var outcome = JobWatch.outcome(client, id);
    options.printed(outcome, out);
    if (!outcome.path("state").asText().equals("finished")) {
      ServiceCommands.say(spec.commandLine(), JobWatch.words(outcome));
    }
    return JobWatch.exitCode(outcome);
  }

  private static String outlook(JsonNode answer) {
    var window = answer.path("window");
    if (window.isMissingNode()) {
      return "it would be accepted, and wait behind %s jobs: %s"
          .formatted(answer.path("ahead").asText(), answer.at("/reason/text").asText());
    }
    return "it would start at %s on %s and cost %s"
        .formatted(
            window.path("start").asText(),
            EstimateCommand.list(window.path("nodes")),
            window.path("cost").asText());
  }
}
