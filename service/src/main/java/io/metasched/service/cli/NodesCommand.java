package io.metasched.service.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists nodes. */
@Command(
    name = "nodes",
    description = "Lists the nodes, their prices and what runs there.",
    mixinStandardHelpOptions = true)
final class NodesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Override
  public Integer call() {
    var answer = options.client().get("/v1/nodes");
    var out = spec.commandLine().getOut();
    if (options.printed(answer, out)) {
      return ServiceCommands.DONE;
    }
    var table =
        new TextTable("node", "performance", "price", "properties", "state", "bookings", "job");
    for (var node : answer.path("items")) {
      table.row(
          node.path("id").asText(),
          node.path("performance").asText(),
          node.path("price").asText(),
          node.path("properties").toString(),
          node.path("state").asText(),
          node.path("bookings").asText(),
          node.path("job").asText("-"));
    }
    table.print(out);
    return ServiceCommands.DONE;
  }
}
