package io.metasched.service.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that drains nodes. */
@Command(
    name = "drain",
    description = {
      "Drains nodes: they sell nothing until they are resumed. For owners of the"
          + " nodes and administrators.",
      "Bookings stay. With --mode giveBack, bookings that have not begun are moved to other nodes"
          + " or paid back. With --mode now, running jobs are also ended and paid back."
    },
    mixinStandardHelpOptions = true)
final class DrainCommand extends ClientCommand {
  @Parameters(arity = "1..*", paramLabel = "NODE", description = "Names of the nodes.")
  private List<String> nodes = List.of();

  @Option(
      names = "--mode",
      paramLabel = "M",
      description = "sellNothing, giveBack or now; default: ${DEFAULT-VALUE}.")
  private String mode = "sellNothing";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Reason for the drain.")
  private String reason = "";

  @Override
  public Integer call() {
    return postEach(nodes, "/v1/nodes/%s:drain", object().put("mode", mode).put("reason", reason));
  }
}
