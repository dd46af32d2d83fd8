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

/** Command that puts drained nodes back on sale. */
@Command(
    name = "resume",
    description = "Puts drained nodes up for sale again. For their owners and administrators.",
    mixinStandardHelpOptions = true)
final class ResumeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(arity = "1..*", paramLabel = "NODE", description = "Their names.")
  private List<String> nodes = List.of();

  @Override
  public Integer call() {
    var client = options.client();
    var nothing = JsonNodeFactory.instance.objectNode();
    return options.each(
        nodes,
        spec.commandLine(),
        node ->
            client.post(
                "/v1/nodes/" + ApiClient.part(node) + ":resume", nothing, Optional.empty()));
  }
}
