package io.metasched.service.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class DrainCommand extends ClientCommand {
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
    return postEach(nodes, "/v1/nodes/%s:drain", object().put("mode", mode).put("reason", reason));
  }
}
