package io.metasched.simulation.cli;

import io.metasched.simulation.report.ComparisonJson;
import io.metasched.simulation.report.ComparisonTable;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.run.Comparisons;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched compare}: differences between two results, with their intervals. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Shows how two results differ, B less A, with 95 %% intervals.",
      "",
      "Two simulations of the same jobs are compared job by job, policy by policy; folders of one"
          + " policy each are compared whatever their policies. The jobs of one run share its nodes and"
          + " its queue and are no independent observations: the intervals describe the jobs of these"
          + " two runs. What holds for other jobs too is for replications to say (metasched sweep).",
      "",
      "Two results of an experiment or a sweep are compared by replication where seed and number of"
          + " replications agree, else as independent samples (Welch). Of twenty intervals about one"
          + " excludes 0 by chance."
    },
    footer = {
      "",
      "Examples:",
      "  metasched compare results/default-1 results/default-2",
      "  metasched compare results/default-1/css results/default-1/backfilling",
      "  metasched compare results/sweep-1 results/sweep-2 --json"
    })
final class CompareCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "A", description = "A result folder.")
  private Path first = Path.of("");

  @Parameters(index = "1", paramLabel = "B", description = "A result folder of the same kind.")
  private Path second = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var comparison = Comparisons.of(first, second, Metasched.version());
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(ComparisonJson.of(comparison)));
    } else {
      stdout.print(ComparisonTable.of(comparison));
    }
    stdout.flush();
    return Metasched.DONE;
  }
}
