package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine.Command;

/** Command that lists nodes. */
@Command(
    name = "nodes",
    description =
        "Lists the nodes, their prices, their running jobs, and how their machines isolate runs.",
    mixinStandardHelpOptions = true)
final class NodesCommand extends ClientCommand {
  @Override
  public Integer call() {
    var answer = options.client().get("/v1/nodes");
    return print(
        answer,
        () -> {
          table(
              answer.path("items"),
              column("node", "/id"),
              column("performance"),
              column("price"),
              new Column("properties", node -> node.path("properties").toString()),
              column("state"),
              column("bookings"),
              column("job"),
              new Column("site", node -> site(node.path("site").path(0))),
              column("reason", "/unsold/text"));
          printMachines(answer);
        });
  }

  /** Returns the next span of time that the site of a node uses itself, as text. */
  private static String site(JsonNode span) {
    if (span.isMissingNode()) {
      return "-";
    }
    var end = span.path("end").asText("");
    var reason = span.path("reason").asText();
    var from = Instant.parse(span.path("start").asText()).truncatedTo(ChronoUnit.MINUTES);
    return end.isEmpty()
        ? "%s from %s".formatted(reason, from)
        : "%s %s/%s".formatted(reason, from, Instant.parse(end).truncatedTo(ChronoUnit.MINUTES));
  }

  /** Prints each distinct machine once, with the names of its nodes. */
  private void printMachines(JsonNode answer) {
    var machines = new LinkedHashMap<JsonNode, List<String>>();
    for (var node : answer.path("items")) {
      if (node.has("machine")) {
        var names = machines.computeIfAbsent(node.path("machine"), m -> new ArrayList<>());
        names.add(node.path("id").asText());
      }
    }
    machines.forEach(
        (machine, names) -> {
          var isolation = machine.path("isolation").asText();
          line("");
          line(String.join(" ", names) + ": " + isolation);
          machine.path("remarks").forEach(remark -> line("  " + remark.asText()));
        });
  }
}
