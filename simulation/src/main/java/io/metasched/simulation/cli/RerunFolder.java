package io.metasched.simulation.cli;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.ProgramPart.RerunOptions;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.run.Rerun;
import io.metasched.simulation.scenario.Plugins;
import java.nio.file.Path;
import java.util.List;

/** Re-run of the scenario of a result folder, with a comparison of the digests. */
final class RerunFolder {
  private RerunFolder() {}

  private record Policies(
      @JsonPropertyDescription("`result folder`") String kind,
      @JsonPropertyDescription("an object for each policy") List<Policy> policies) {}

  private record Policy(
      @JsonPropertyDescription("name of the policy") String policy,
      @JsonPropertyDescription("digest of the placements of this run") String placementsDigest,
      @JsonPropertyDescription("digest in the folder") String before,
      @JsonPropertyDescription("whether both are equal") boolean same) {}

  /** Runs the scenario again and prints whether the placements are equal; returns the exit code. */
  static int rerun(Path folder, RerunOptions options) {
    var plugins = Plugins.of(options.plugins());
    if (!options.plugins().isEmpty()) {
      PluginExit.watch(plugins);
    }
    var comparisons = Rerun.of(folder, plugins, Metasched.version(), Progress.NONE);
    boolean same = comparisons.stream().allMatch(Rerun.Comparison::isSame);
    var stdout = options.command().getOut();
    if (options.json()) {
      var policies =
          comparisons.stream()
              .map(c -> new Policy(c.policy(), c.now(), c.before(), c.isSame()))
              .toList();
      stdout.println(JsonText.line(new Policies("result folder", policies)));
    } else {
      stdout.printf("result folder %s%n", folder);
      for (var comparison : comparisons) {
        stdout.printf(
            "%s: %s %s%n",
            comparison.policy(),
            comparison.isSame() ? "the same placements" : "DIFFERENT placements",
            comparison.now());
      }
    }
    stdout.flush();
    return same ? ExitCode.DONE : ExitCode.FAILED;
  }
}
