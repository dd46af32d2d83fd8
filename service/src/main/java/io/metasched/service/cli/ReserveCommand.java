package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.service.client.ApiClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that reserves nodes. */
@Command(
    name = "reserve",
    description = {
      "Reserves nodes at a fixed time, without a job, and prints the id.",
      "Without --at it lists reservations."
    },
    mixinStandardHelpOptions = true)
final class ReserveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = OptionForms.Time.class,
      description = "Start, in UTC.")
  private @Nullable String at;

  @Option(
      names = {"-t", "--time"},
      paramLabel = "TIME",
      converter = TimeForms.class,
      description = "Duration: MINUTES, HOURS:MINUTES:SECONDS, DAYS-HOURS.")
  private @Nullable Duration time;

  @Option(
      names = {"-N", "--nodes"},
      paramLabel = "N",
      description = "Number of nodes (default: number of nodes that are named, else 1).")
  private @Nullable Integer nodes;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Name of a node to choose from; may be repeated.")
  private List<String> named = new ArrayList<>();

  @Mixin private NodeOptions wanted = new NodeOptions();

  @Option(
      names = {"-J", "--name"},
      paramLabel = "NAME",
      description = "Its name.")
  private @Nullable String name;

  @Option(
      names = {"-A", "--account"},
      paramLabel = "ACCOUNT",
      description = "Account that pays; needed if you may use several.")
  private @Nullable String account;

  @Option(
      names = "--budget",
      paramLabel = "MONEY",
      converter = OptionForms.Amount.class,
      description = "Maximum cost.")
  private @Nullable String budget;

  @Option(
      names = "--maintenance",
      description = "Maintenance of the named nodes by their owner; costs nothing.")
  private boolean maintenance;

  @Option(names = "--release", paramLabel = "ID", description = "Release a reservation.")
  private @Nullable String release;

  @Option(names = "--all", description = "Also list those that are over.")
  private boolean all;

  @Override
  public Integer call() {
    var client = options.client();
    var out = spec.commandLine().getOut();
    if (release != null) {
      var path = "/v1/reservations/%s:release".formatted(ApiClient.part(release));
      var body = JsonNodeFactory.instance.objectNode();
      var answer = client.post(path, body, Optional.empty());
      if (!options.printed(answer, out)) {
        list(JsonNodeFactory.instance.arrayNode().add(answer));
      }
      return ExitCode.DONE;
    } else if (at == null) {
      var answer = client.get("/v1/reservations?limit=1000&all=" + all);
      if (!options.printed(answer, out)) {
        list(answer.path("items"));
      }
      return ExitCode.DONE;
    }
    if (time == null) {
      throw new ParameterException(spec.commandLine(), "--time is missing");
    }
    var body = JsonNodeFactory.instance.objectNode();
    body.put("start", at).put("duration", time.toString());
    Optional.ofNullable(nodes).ifPresent(count -> body.put("nodes", count));
    if (!named.isEmpty()) {
      named.forEach(body.putArray("nodeNames")::add);
    }
    wanted.into(body);
    Optional.ofNullable(name).ifPresent(text -> body.put("name", text));
    Optional.ofNullable(account).ifPresent(text -> body.put("account", text));
    Optional.ofNullable(budget).ifPresent(text -> body.putObject("budget").put("total", text));
    if (maintenance) {
      body.put("maintenance", true);
    }
    var answer = client.post("/v1/reservations", body, Optional.of(UUID.randomUUID().toString()));
    if (!options.printed(answer, out)) {
      out.println(answer.path("id").asText());
      out.flush();
    }
    return ExitCode.DONE;
  }

  private void list(JsonNode items) {
    var table =
        new TextTable("reservation", "name", "kind", "state", "start", "finish", "cost", "nodes");
    for (var each : items) {
      table.row(
          each.path("id").asText(),
          each.path("name").asText(),
          each.path("kind").asText(),
          each.path("state").asText(),
          each.path("start").asText(),
          each.path("finish").asText(),
          each.path("cost").asText(),
          EstimateCommand.list(each.path("nodes")));
    }
    table.print(spec.commandLine().getOut());
  }
}
