package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command that lists nodes. */
@Command(
    name = "nodes",
    description =
        "Lists the nodes, their prices, their running jobs, and how their machines isolate runs.",
    mixinStandardHelpOptions = true)
final class NodesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Override
  public Integer call() {
    var answer = options.client().get("/v1/nodes");
    var out = spec.commandLine().getOut();
    if (options.printed(answer, out)) {
      return ExitCode.DONE;
    }
    var table =
        new TextTable(
            "node", "performance", "price", "properties", "state", "bookings", "job", "reason");
    for (var node : answer.path("items")) {
      table.row(
          node.path("id").asText(),
          node.path("performance").asText(),
          node.path("price").asText(),
          node.path("properties").toString(),
          node.path("state").asText(),
          node.path("bookings").asText(),
          node.path("job").asText("-"),
          node.path("unsold").path("text").asText("-"));
    }
    table.print(out);
    printMachines(answer, out);
    return ExitCode.DONE;
  }

  /** Prints each distinct machine once, with the names of its nodes. */
  private static void printMachines(JsonNode answer, PrintWriter out) {
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
          out.println();
          out.println(PrintableText.replaced(String.join(" ", names) + ": " + isolation));
          for (var remark : machine.path("remarks")) {
            out.println("  " + PrintableText.replaced(remark.asText()));
          }
        });
    out.flush();
  }
}
