package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.api.MemberNames;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Command that lists offers for a job. */
@Command(
    name = "estimate",
    description = {
      "Lists the windows that a job could get now, with their costs. The first window is",
      "the best by the criterion of the job; submit --hold-offer accepts an offer."
    },
    mixinStandardHelpOptions = true)
final class EstimateCommand extends ClientCommand {
  @Mixin private JobOptions wanted;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "8",
      description = "Maximum number of offers, up to 50 (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(names = "--firm", description = "Hold the first offer for a limited time, for a fee.")
  private boolean firm;

  @Override
  public Integer call() {
    var body = object();
    try {
      wanted.into(body.putObject("job"));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    JobOptions.complete(body.withObject("/job"), "job");
    body.put("count", count);
    body.put("firm", firm);
    var answer = options.client().post("/v1/estimates", body, Optional.empty());
    if (answer.path("offers").isEmpty()) {
      print(answer, () -> answer.path("advice").forEach(line -> line(line.asText())));
      return ExitCode.FAILED;
    }
    return print(
        answer,
        () ->
            table(
                answer.path("offers"),
                new Column("offer", EstimateCommand::name),
                column("criterion"),
                column("start"),
                column("finish"),
                column("cost"),
                column("promise"),
                new Column("nodes", offer -> list(offer.path("nodes"))),
                column("valid until", "/validUntil")));
  }

  @Override
  MemberNames members() {
    return JobOptions.MEMBERS.within("/job");
  }

  private static String name(JsonNode offer) {
    return offer.path("offer").asText() + (offer.path("firm").asBoolean() ? " (firm)" : "");
  }
}
