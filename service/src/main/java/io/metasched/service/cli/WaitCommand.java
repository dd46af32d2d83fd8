package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that waits for jobs. */
@Command(
    name = "wait",
    description =
        "Waits until all these jobs, arrays and workflows are over, and ends with the greatest of their exit"
            + " statuses.",
    mixinStandardHelpOptions = true)
final class WaitCommand extends ClientCommand {
  @Parameters(arity = "1..*", paramLabel = "JOB", description = "Ids of jobs, arrays or workflows.")
  private List<String> jobs = List.of();

  @Override
  public Integer call() {
    var client = options.client();
    int[] greatest = {ExitCode.DONE};
    int refused =
        each(
            jobs,
            job -> {
              var outcome = JobWatch.outcome(client, job);
              if (!outcome.path("state").asText().equals("finished")) {
                report(JobWatch.words(outcome));
              }
              greatest[0] = Math.max(greatest[0], JobWatch.exitCode(outcome));
              return outcome;
            });
    return Math.max(greatest[0], refused);
  }
}
