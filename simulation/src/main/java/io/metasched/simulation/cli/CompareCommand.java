package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.report.ComparisonJson;
import io.metasched.simulation.report.ComparisonTable;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.run.Comparisons;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched compare}: compares results, with confidence intervals of the differences. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the differences of results from the first, A, with 95 %% intervals. For more than two"
          + " results, one table compares all results with the first.",
      "",
      "Two simulations of the same jobs are compared job by job, policy by policy; folders"
          + " of one policy each are compared even if their policies differ. The jobs of one run"
          + " share its nodes and its queue and are not independent observations: the intervals"
          + " describe the jobs of these two runs. For conclusions about other jobs use"
          + " replications (metasched sweep).",
      "",
      "Two results of an experiment or a sweep are compared by replication if seed and"
          + " number of replications agree, otherwise as independent samples (Welch). Two sweeps"
          + " of one policy each are compared even if their policies differ. About one of twenty"
          + " intervals excludes 0 by chance.",
      "",
      "With --policies, the policies of one sweep or experiment are compared, condition by"
          + " condition; given several folders, one policy of each is compared."
    },
    footer = {
      "",
      "Examples:",
      "  metasched compare results/default-1 results/default-2",
      "  metasched compare results/default-1/css results/default-1/backfilling",
      "  metasched compare results/sweep-1 results/sweep-2 --json",
      "  metasched compare results/sweep-1 --policies css,backfilling",
      "  metasched compare results/sweep-1 results/sweep-2 --policies css,backfilling",
      "  metasched compare results/a/easy results/b/easy results/c/easy"
    })
final class CompareCommand implements Callable<Integer> {
  private static final int MOST_RESULTS = 50;

  @Parameters(arity = "1..*", paramLabel = "RESULT", description = "Result folders of one kind.")
  private List<Path> results = List.of();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "A,B",
      description = "Policies of sweeps and experiments; the first is the baseline.")
  private List<String> policies = List.of();

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (results.size() > MOST_RESULTS || policies.size() > MOST_RESULTS) {
      throw new UsageException(
          "compare: allowed are at most %d results and policies, given were %d and %d"
              .formatted(MOST_RESULTS, results.size(), policies.size()));
    }
    var comparison = Comparisons.of(results, policies, Metasched.version());
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(ComparisonJson.of(comparison)));
    } else {
      stdout.print(ComparisonTable.of(comparison));
    }
    stdout.flush();
    return ExitCode.DONE;
  }
}
