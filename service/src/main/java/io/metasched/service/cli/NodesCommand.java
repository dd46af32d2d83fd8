package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
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
              column("promise"),
              column("bookings"),
              column("job"),
              new Column("site", node -> site(node.path("site"))),
              column("reason", "/unsold/text"));
          printMachines(answer);
        });
  }

  /**
   * Returns the present use of a node by its site, until the node is free, or otherwise the next
   * use, as text.
   */
  private static String site(JsonNode spans) {
    var now = Instant.now();
    var until = now;
    var reason = "";
    for (var span : spans) { // in order of starts
      if (Instant.parse(span.path("start").asText()).isAfter(until)) {
        break;
      }
      var end = span.path("end").asText("");
      if (end.isEmpty()) {
        return span.path("reason").asText();
      } else if (Instant.parse(end).isAfter(until)) {
        until = Instant.parse(end);
        reason = span.path("reason").asText();
      }
    }
    if (until.isAfter(now)) {
      return "%s until %s".formatted(reason, until);
    }
    var next = spans.path(0);
    return next.isMissingNode()
        ? "-"
        : "%s from %s"
            .formatted(next.path("reason").asText(), Instant.parse(next.path("start").asText()));
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
