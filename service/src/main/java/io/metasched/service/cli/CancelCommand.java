package io.metasched.service.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that cancels jobs. */
@Command(
    name = "cancel",
    description = "Withdraws waiting jobs, and ends running jobs.",
    mixinStandardHelpOptions = true)
final class CancelCommand extends ClientCommand {
  @Parameters(arity = "1..*", paramLabel = "JOB", description = "Ids of the jobs.")
  private List<String> jobs = List.of();

  @Override
  public Integer call() {
    return postEach(jobs, "/v1/jobs/%s:cancel", object());
  }
}
