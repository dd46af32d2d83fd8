package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that lists offers for a job. */
@Command(
    name = "estimate",
    description = {
      "Lists the windows that a job could get now, with their costs. The first is the best by its",
      "criterion; submit --hold-offer accepts one."
    },
    mixinStandardHelpOptions = true)
final class EstimateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;
  @Mixin private JobOptions wanted;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "8",
      description = "Maximum number of offers, up to 50 (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(names = "--firm", description = "Hold the first one for a while, for its fee.")
  private boolean firm;

  @Override
  public Integer call() {
    var body = JsonNodeFactory.instance.objectNode();
    try {
      wanted.into(body.putObject("job"));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    JobOptions.complete(body.withObject("/job"), "job");
    body.put("count", count);
    body.put("firm", firm);
    var answer = options.client().post("/v1/estimates", body, Optional.empty());
    var out = spec.commandLine().getOut();
    boolean isEmpty = answer.path("offers").isEmpty();
    if (options.printed(answer, out)) {
      return isEmpty ? ExitCode.FAILED : ExitCode.DONE;
    } else if (isEmpty) {
      answer.path("advice").forEach(line -> out.println(PrintableText.replaced(line.asText())));
      out.flush();
      return ExitCode.FAILED;
    }
    var table =
        new TextTable("offer", "criterion", "start", "finish", "cost", "nodes", "valid until");
    for (var offer : answer.path("offers")) {
      table.row(
          offer.path("offer").asText() + (offer.path("firm").asBoolean() ? " (firm)" : ""),
          offer.path("criterion").asText(),
          offer.path("start").asText(),
          offer.path("finish").asText(),
          offer.path("cost").asText(),
          list(offer.path("nodes")),
          offer.path("validUntil").asText());
    }
    table.print(out);
    return ExitCode.DONE;
  }

  /** Returns texts joined by commas. */
  static String list(JsonNode texts) {
    return StreamSupport.stream(texts.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.joining(","));
  }
}
