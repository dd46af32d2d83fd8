package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command that shows the status of the service and its last cycles. */
@Command(
    name = "status",
    description = "Shows the service and the results of its last cycles.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Override
  public Integer call() {
    var client = options.client();
    var info = client.get("/v1/service-info");
    var out = spec.commandLine().getOut();
    if (options.printed(info, out)) {
      return ExitCode.DONE;
    }
    out.printf(
        "%s %s, %s nodes, %s%n",
        info.path("name").asText(),
        info.path("version").asText(),
        info.path("nodes").asText(),
        info.path("time").asText());
    var table =
        new TextTable("cycle", "begun", "considered", "booked", "refused", "postponed", "ms");
    for (var cycle : client.get("/v1/cycles?limit=10").path("items")) {
      table.row(
          cycle.path("number").asText(),
          cycle.path("begun").asText(),
          cycle.path("considered").asText("-"),
          cycle.path("booked").asText("-"),
          cycle.path("refused").asText("-"),
          cycle.path("postponed").asText("-"),
          cycle.path("millis").asText("-"));
    }
    table.print(out);
    client
        .get("/v1/overview")
        .path("unsold")
        .forEach(line -> out.println(PrintableText.replaced(line.asText())));
    out.flush();
    return ExitCode.DONE;
  }
}
