package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that cancels jobs. */
@Command(
    name = "cancel",
    description = "Withdraws jobs that wait, and ends those that run.",
    mixinStandardHelpOptions = true)
final class CancelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(arity = "1..*", paramLabel = "JOB", description = "Their ids.")
  private List<String> jobs = List.of();

  @Override
  public Integer call() {
    var client = options.client();
    var nothing = JsonNodeFactory.instance.objectNode();
    return options.each(
        jobs,
        spec.commandLine(),
        job ->
            client.post("/v1/jobs/" + ApiClient.part(job) + ":cancel", nothing, Optional.empty()));
  }
}
