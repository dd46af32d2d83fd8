package io.metasched.service.cli;

import io.metasched.service.client.ApiClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that lists jobs. */
@Command(
    name = "queue",
    description = "Lists your jobs that are not over, the latest first; an array is one line.",
    mixinStandardHelpOptions = true)
final class QueueCommand extends ClientCommand {
  private static final String OPEN = "waiting,placed,booked,starting,running";

  @Option(names = "--all", description = "Also jobs that are over.")
  private boolean all;

  @Option(
      names = "--state",
      paramLabel = "S[,S...]",
      description =
          "Only jobs in these states: waiting, placed, booked, starting, running, finished, ...")
  private @Nullable String state;

  @Option(
      names = "--exit",
      paramLabel = "N|N-M[,...]",
      description =
          "Only jobs with these exit statuses, including jobs that are over: 3, or 1-255.")
  private @Nullable String exit;

  @Option(names = "--user", paramLabel = "USER", description = "Only jobs of this user.")
  private @Nullable String user;

  @Option(names = "--name", paramLabel = "NAME", description = "Only jobs with this name.")
  private @Nullable String name;

  @Option(
      names = "--label",
      paramLabel = "NAME[=VALUE]",
      description = "Only jobs with this label.")
  private @Nullable String label;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Only jobs with a part on this node.")
  private @Nullable String node;

  @Option(names = "--array", paramLabel = "ARRAY", description = "Only the jobs of this array.")
  private @Nullable String array;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "Maximum number of jobs, up to 1000 (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Override
  public Integer call() {
    var path = new StringBuilder("/v1/jobs?limit=").append(limit);
    if (state != null) {
      path.append("&state=").append(ApiClient.part(state));
    } else if (!all && exit == null) {
      path.append("&state=").append(OPEN);
    }
    filter(path, "exit", exit);
    filter(path, "user", user);
    filter(path, "name", name);
    filter(path, "label", label);
    filter(path, "node", node);
    filter(path, "array", array);
    if (array == null) {
      path.append("&grouped=true");
    }
    var answer = options.client().get(path.toString());
    return print(
        answer,
        () -> {
          table(
              answer.path("items"),
              column("job", "/id"),
              column("name"),
              column("account"),
              column("nodes"),
              new Column("state", JobWatch::state),
              new Column("exit", JobWatch::exit),
              column("start", "/startsAt"),
              column("cost"),
              column("reason", "/reason/text"));
          if (answer.has("next")) {
            report("there are more jobs; see --limit and --state");
          }
        });
  }

  private static void filter(StringBuilder path, String parameter, @Nullable String value) {
    if (value != null) {
      path.append('&').append(parameter).append('=').append(ApiClient.part(value));
    }
  }
}
