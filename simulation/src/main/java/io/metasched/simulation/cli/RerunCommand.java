package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.run.Rerun;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched rerun}: runs a result folder's scenario again and compares the digests. */
@Command(
    name = "rerun",
    mixinStandardHelpOptions = true,
    description = "Runs the scenario of a result folder again; exit 1 where a placement differs.")
final class RerunCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "A result folder.")
  private Path folder = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var comparisons = Rerun.of(folder, Metasched.version(), Progress.NONE);
    boolean same = comparisons.stream().allMatch(Rerun.Comparison::isSame);
    var stdout = spec.commandLine().getOut();
    if (json) {
      var object = JsonNodeFactory.instance.objectNode();
      var policies = object.putArray("policies");
      for (var comparison : comparisons) {
        policies
            .addObject()
            .put("policy", comparison.policy())
            .put("placementsDigest", comparison.now())
            .put("before", comparison.before())
            .put("same", comparison.isSame());
      }
      stdout.println(SummaryJson.text(object, false));
    } else {
      for (var comparison : comparisons) {
        stdout.printf(
            "%s: %s %s%n",
            comparison.policy(),
            comparison.isSame() ? "the same placements" : "DIFFERENT placements",
            comparison.now());
      }
    }
    stdout.flush();
    return same ? Metasched.DONE : Metasched.FAILED;
  }
}
