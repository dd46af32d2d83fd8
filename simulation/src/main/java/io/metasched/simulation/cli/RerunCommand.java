package io.metasched.simulation.cli;

import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.run.Rerun;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched rerun}: runs a result folder's scenario again and compares the digests. */
@Command(
    name = "rerun",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the scenario of a result folder again; exit 1 where a placement differs.",
      "A folder loads no plug-in: name the jars that its run needs, which are known by their SHA-256."
    })
final class RerunCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "A result folder.")
  private Path folder = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  @Mixin private PluginOption plugins;

  @Spec private CommandSpec spec;

  private record Policies(List<Policy> policies) {}

  private record Policy(String policy, String placementsDigest, String before, boolean same) {}

  @Override
  public Integer call() {
    var comparisons = Rerun.of(folder, plugins.plugins(), Metasched.version(), Progress.NONE);
    boolean same = comparisons.stream().allMatch(Rerun.Comparison::isSame);
    var stdout = spec.commandLine().getOut();
    if (json) {
      var policies =
          comparisons.stream()
              .map(c -> new Policy(c.policy(), c.now(), c.before(), c.isSame()))
              .toList();
      stdout.println(JsonText.line(new Policies(policies)));
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
