package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.client.ApiClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Command that reserves nodes. */
@Command(
    name = "reserve",
    description = {
      "Reserves nodes at a fixed time, without a job, and prints the id.",
      "Without --at, lists reservations."
    },
    mixinStandardHelpOptions = true)
final class ReserveCommand extends ClientCommand {
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
      description = "Duration: " + TimeForms.ALLOWED + ".")
  private @Nullable Duration time;

  @Option(
      names = {"-N", "--nodes"},
      paramLabel = "N",
      description = "Number of nodes (default: number of named nodes, else 1).")
  private @Nullable Integer nodes;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Name of a node to choose from; may be repeated.")
  private List<String> named = new ArrayList<>();

  @Mixin private SharedOptions wanted = new SharedOptions();

  @Option(
      names = "--maintenance",
      description = "Maintenance of the named nodes by their owner; costs nothing.")
  private boolean maintenance;

  @Option(names = "--release", paramLabel = "ID", description = "Release a reservation.")
  private @Nullable String release;

  @Option(names = "--all", description = "Also list reservations that are over.")
  private boolean all;

  @Override
  public Integer call() {
    var client = options.client();
    if (release != null) {
      var path = "/v1/reservations/%s:release".formatted(ApiClient.part(release));
      var answer = client.post(path, object(), Optional.empty());
      return print(answer, () -> show(List.of(answer)));
    } else if (at == null) {
      var answer = client.get("/v1/reservations?limit=1000&all=" + all);
      return print(answer, () -> show(answer.path("items")));
    }
    if (time == null) {
      throw new ParameterException(spec.commandLine(), "--time is missing");
    }
    var body = object().put("start", at).put("duration", time.toString());
    Optional.ofNullable(nodes).ifPresent(count -> body.put("nodes", count));
    if (!named.isEmpty()) {
      named.forEach(body.putArray("nodeNames")::add);
    }
    wanted.into(body);
    if (maintenance) {
      body.put("maintenance", true);
    }
    var answer = client.post("/v1/reservations", body, Optional.of(UUID.randomUUID().toString()));
    return print(answer, () -> out().println(answer.path("id").asText()));
  }

  private void show(Iterable<JsonNode> reservations) {
    table(
        reservations,
        column("reservation", "/id"),
        column("name"),
        column("kind"),
        column("state"),
        column("start"),
        column("finish"),
        column("cost"),
        new Column("nodes", each -> list(each.path("nodes"))));
  }
}
