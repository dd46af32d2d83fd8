package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.run.FolderCheck;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched check}: verifies results from their files alone. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Verifies all results below a folder from their files; exit 1 for a violation.")
final class CheckCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "A result folder.")
  private Path folder = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var check = FolderCheck.of(folder);
    var stdout = spec.commandLine().getOut();
    if (json) {
      var object = JsonNodeFactory.instance.objectNode();
      var list = object.putArray("violations");
      check
          .violations()
          .forEach(
              v ->
                  list.addObject()
                      .put("rule", v.rule())
                      .put("where", v.where())
                      .put("detail", v.detail()));
      stdout.println(SummaryJson.text(object, false));
    } else {
      check.violations().forEach(stdout::println);
      var experiments =
          check.experiments() > 0 ? "experiments checked: %d, ".formatted(check.experiments()) : "";
      var replays = check.replays() > 0 ? "replays checked: %d, ".formatted(check.replays()) : "";
      var twoLevels =
          check.twoLevels() > 0
              ? "runs on two levels checked: %d, ".formatted(check.twoLevels())
              : "";
      var runs =
          check.runs() > 0 || (experiments + replays + twoLevels).isEmpty()
              ? "runs checked: %d, ".formatted(check.runs())
              : "";
      stdout.printf(
          "%s%s%s%sviolations: %d%n",
          runs, experiments, replays, twoLevels, check.violations().size());
    }
    stdout.flush();
    return check.violations().isEmpty() ? Metasched.DONE : Metasched.FAILED;
  }
}
