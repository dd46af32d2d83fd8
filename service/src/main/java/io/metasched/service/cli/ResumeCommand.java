package io.metasched.service.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that puts drained nodes back on sale. */
@Command(
    name = "resume",
    description =
        "Puts drained nodes up for sale again. For owners of the nodes and administrators.",
    mixinStandardHelpOptions = true)
final class ResumeCommand extends ClientCommand {
  @Parameters(arity = "1..*", paramLabel = "NODE", description = "Names of the nodes.")
  private List<String> nodes = List.of();

  @Override
  public Integer call() {
    return postEach(nodes, "/v1/nodes/%s:resume", object());
  }
}
