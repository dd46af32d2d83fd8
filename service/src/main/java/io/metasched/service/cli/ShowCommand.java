package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.client.ApiClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that shows a job. */
@Command(
    name = "show",
    description = "Shows a job: state, window and money; or an array or workflow with its jobs.",
    mixinStandardHelpOptions = true)
final class ShowCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job, array or workflow.")
  private String job = "";

  @Override
  public Integer call() {
    var answer = ApiClient.ofJobOrGroup(job, options.client()::get);
    return print(answer, () -> print(answer, "", out()));
  }

  /** Prints each value of a JSON document with its path, one per line. */
  static void print(JsonNode node, String path, PrintWriter out) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              each ->
                  print(
                      each.getValue(),
                      path.isEmpty() ? each.getKey() : path + "." + each.getKey(),
                      out));
    } else if (node.isArray() && node.size() > 0 && node.get(0).isObject()) {
      for (int i = 0; i < node.size(); i++) {
        print(node.get(i), path + "." + i, out);
      }
    } else {
      out.println(
          PrintableText.replaced(path + ": " + (node.isArray() ? node.toString() : node.asText())));
    }
  }
}
