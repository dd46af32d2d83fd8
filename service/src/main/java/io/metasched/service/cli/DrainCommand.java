package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ApiClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that drains nodes. */
@Command(
    name = "drain",
    description = {
      "Drains nodes: they sell nothing until they are resumed. For their owners and"
          + " administrators.",
      "Bookings stay; with --mode giveBack those that have not begun are booked elsewhere or"
          + " paid back, and with --mode now running jobs are ended and paid back, too."
    },
    mixinStandardHelpOptions = true)
final class DrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(arity = "1..*", paramLabel = "NODE", description = "Their names.")
  private List<String> nodes = List.of();

  @Option(
      names = "--mode",
      paramLabel = "M",
      description = "sellNothing, giveBack or now; default: ${DEFAULT-VALUE}.")
  private String mode = "sellNothing";

  @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
  private String reason = "";

  @Override
  public Integer call() {
    var client = options.client();
    var body = JsonNodeFactory.instance.objectNode().put("mode", mode).put("reason", reason);
    return options.each(
        nodes,
        spec.commandLine(),
        node ->
            client.post("/v1/nodes/" + ApiClient.part(node) + ":drain", body, Optional.empty()));
  }
}
