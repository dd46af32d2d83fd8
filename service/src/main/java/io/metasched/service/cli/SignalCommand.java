package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Signals a job. */
@Command(
    name = "signal",
    description = "Sends a signal to all processes of a running job.",
    mixinStandardHelpOptions = true)
final class SignalCommand implements Callable<Integer> {
  @Mixin private ClientOptions options;

  @Parameters(index = "0", paramLabel = "JOB", description = "Its id.")
  private String job = "";

  @Parameters(index = "1", paramLabel = "SIGNAL", description = "Such as USR1.")
  private String signal = "";

  @Override
  public Integer call() {
    options
        .client()
        .post(
            "/v1/jobs/" + ApiClient.part(job) + ":signal",
            JsonNodeFactory.instance.objectNode().put("signal", signal),
            Optional.empty());
    return ServiceCommands.DONE;
  }
}
