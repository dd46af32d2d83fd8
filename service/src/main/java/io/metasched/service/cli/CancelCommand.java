package io.metasched.service.cli;

import io.metasched.service.client.ApiClient;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that cancels jobs. */
@Command(
    name = "cancel",
    description = "Withdraws waiting jobs, and ends running jobs, or all jobs of an array.",
    mixinStandardHelpOptions = true)
final class CancelCommand extends ClientCommand {
  @Parameters(arity = "1..*", paramLabel = "JOB", description = "Ids of the jobs or arrays.")
  private List<String> jobs = List.of();

  @Override
  public Integer call() {
    var client = options.client();
    return each(
        jobs,
        job ->
            ApiClient.ofJobOrArray(
                job, path -> client.post(path + ":cancel", object(), Optional.empty())),
        answer ->
            line(
                "%s is %s"
                    .formatted(
                        answer.path("id").asText(),
                        JobWatch.isOver(answer) ? "cancelled" : "being ended")));
  }
}
