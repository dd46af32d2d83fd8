package io.metasched.service.cli;

import io.metasched.service.api.MemberNames;
import io.metasched.service.client.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that lists, creates and deletes webhooks. */
@Command(
    name = "webhook",
    description = {
      "Lists your webhooks, which receive a request for transitions of your jobs.",
      "With --new, creates a webhook and prints its id and its secret, which signs the requests and"
          + " is shown only once."
    },
    mixinStandardHelpOptions = true)
final class WebhookCommand extends ClientCommand {
  @Option(names = "--new", paramLabel = "URL", description = "Create a webhook for this URL.")
  private @Nullable String url;

  @Option(
      names = "--on",
      paramLabel = "T[,T...]",
      split = ",",
      description =
          "With --new: transitions to report: booked, started, ended, failed, requeued (default:"
              + " ended).")
  private List<String> on = List.of("ended");

  @Option(
      names = "--job",
      paramLabel = "JOB",
      description = "With --new: only this job, or the jobs of this array.")
  private @Nullable String job;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "With --new: only jobs with this label; may be repeated.")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--account",
      paramLabel = "ACCOUNT",
      description = "With --new: account of the jobs (default: your only account).")
  private @Nullable String account;

  @Option(names = "--delete", paramLabel = "ID", description = "Delete a webhook.")
  private @Nullable String deleted;

  @Override
  MemberNames members() {
    return MemberNames.of(
        """
        /url: --new
        /transitions: --on
        /job: --job
        /labels: --label
        /account: --account
        """);
  }

  @Override
  public Integer call() {
    var client = options.client();
    if (deleted != null) {
      client.delete("/v1/webhooks/" + ApiClient.part(deleted));
      return printDone("deleted webhook " + deleted);
    } else if (url != null) {
      var body = object().put("url", url);
      on.forEach(each -> body.withArray("transitions").add(each.strip().toLowerCase(Locale.ROOT)));
      Optional.ofNullable(job).ifPresent(id -> body.put("job", id));
      Optional.ofNullable(account).ifPresent(name -> body.put("account", name));
      JobOptions.labels(labels, body);
      var answer = client.post("/v1/webhooks", body, Optional.empty());
      return print(
          answer,
          () -> {
            out().println("created webhook " + answer.path("id").asText());
            out().println(answer.path("secret").asText());
          });
    }
    var answer = client.get("/v1/webhooks");
    return print(
        answer,
        () ->
            table(
                answer.path("items"),
                column("id"),
                column("account"),
                column("url"),
                new Column("on", webhook -> list(webhook.path("transitions"))),
                column("job"),
                column("waiting"),
                column("given up", "/givenUp"),
                column("error")));
  }
}
