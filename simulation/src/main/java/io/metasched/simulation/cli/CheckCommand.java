package io.metasched.simulation.cli;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rule.RuleNote;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.run.FolderCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private record Found(
      @JsonPropertyDescription("conditions that the result does not meet")
          List<Violation> violations,
      @JsonPropertyDescription("parts that were not examined, which is not a violation")
          List<RuleNote> notes) {}

  @Override
  public Integer call() {
    var check = FolderCheck.of(folder, Metasched.version());
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(new Found(check.violations(), check.notes())));
    } else {
      check.violations().forEach(stdout::println);
      check.notes().forEach(stdout::println);
      var counts = new ArrayList<String>();
      if (check.experiments() > 0) {
        counts.add("experiments checked: %d".formatted(check.experiments()));
      }
      check.runs().forEach((kind, runs) -> counts.add("%s runs checked: %d".formatted(kind, runs)));
      counts.add("violations: %d".formatted(check.violations().size()));
      stdout.println(String.join(", ", counts));
    }
    stdout.flush();
    return check.violations().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
