package io.metasched.service.cli;

import io.metasched.service.api.MemberNames;
import io.metasched.service.client.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command that changes a waiting job. */
@Command(
    name = "change",
    description =
        "Changes a waiting job, or all jobs of an array that wait; without --priority, they keep"
            + " their places in the queue.",
    mixinStandardHelpOptions = true)
final class ChangeCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job or array.")
  private String job = "";

  @Option(
      names = "--budget",
      paramLabel = "MONEY",
      converter = OptionForms.AmountOrNone.class,
      description = "Maximum cost; 'none' for no limit.")
  private @Nullable String budget;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = OptionForms.TimeOrNone.class,
      description = "End by this time, in UTC; 'none' for no deadline.")
  private @Nullable String deadline;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "Labels of the job, which replace all present labels; may be repeated.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Priority among the waiting jobs, as with submit.")
  private @Nullable Integer priority;

  @Override
  MemberNames members() {
    return JobOptions.MEMBERS;
  }

  @Override
  public Integer call() {
    if (budget == null && deadline == null && labels.isEmpty() && priority == null) {
      throw new ParameterException(
          spec.commandLine(),
          "nothing to change: give --budget, --deadline, --label or --priority");
    }
    var body = object();
    if (OptionForms.NONE.equals(budget)) {
      body.putNull("budget");
    } else if (budget != null) {
      body.putObject("budget").put("total", budget);
    }
    if (deadline != null) {
      body.put("deadline", OptionForms.NONE.equals(deadline) ? null : deadline);
    }
    JobOptions.labels(labels, body);
    Optional.ofNullable(priority).ifPresent(number -> body.put("priority", number));
    var client = options.client();
    var answer =
        ApiClient.ofJobOrGroup(
            job,
            path -> {
              if (path.startsWith(ApiClient.WORKFLOWS)) {
                client.get(path);
                throw new ParameterException(
                    spec.commandLine(),
                    job + " is a workflow: change its waiting jobs, which show lists");
              }
              return client.patch(path, body);
            });
    return print(answer, () -> {});
  }
}
