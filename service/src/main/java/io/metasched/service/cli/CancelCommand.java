package io.metasched.service.cli;

import io.metasched.service.client.ApiClient;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that cancels jobs. */
@Command(
    name = "cancel",
    description =
        "Withdraws waiting jobs, and ends running jobs, or all jobs of an array or workflow.",
    mixinStandardHelpOptions = true)
final class CancelCommand extends ClientCommand {
  @Parameters(arity = "1..*", paramLabel = "JOB", description = "Ids of jobs, arrays or workflows.")
  private List<String> jobs = List.of();

  @Override
  public Integer call() {
    var client = options.client();
    return each(
        jobs,
        job ->
            ApiClient.ofJobOrGroup(
                job, path -> client.post(path + ":cancel", object(), Optional.empty())),
        answer ->
            line(
                "%s is %s"
                    .formatted(
                        answer.path("id").asText(),
                        JobWatch.isOver(answer) ? "cancelled" : "being ended")));
  }
}
