package io.metasched.simulation.cli;

import io.metasched.simulation.bench.BenchReport;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.SummaryJson;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that all benches have, and how their reports are shown. */
final class BenchOutput {
  @Option(names = "--quick", description = "Measures next to nothing: shows that it works.")
  private boolean quick;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  boolean quick() {
    return quick;
  }

  /** Runs a bench and prints its report; the exit code. */
  int show(Function<Progress, BenchReport> bench) {
    try (var progress = new ProgressLine(2)) {
      return print(bench.apply(progress));
    }
  }

  private int print(BenchReport report) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(SummaryJson.text(report.json(), false));
    } else {
      stdout.print(report.tables());
    }
    stdout.flush();
    var stderr = spec.commandLine().getErr();
    report.faults().forEach(fault -> stderr.printf("metasched: %s%n", fault));
    stderr.flush();
    return report.faults().isEmpty() ? Metasched.DONE : Metasched.FAILED;
  }
}
