package io.metasched.simulation.cli;

import io.metasched.simulation.bench.BenchReport;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.SummaryJson;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that all benches have, what follows from them, and how reports are shown. */
final class BenchOutput {
  @Option(names = "--quick", description = "Measures next to nothing: shows that it works.")
  private boolean isQuick;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /** The sizes that were given; without any, those of a quick bench or the usual ones. */
  <T> List<T> sizes(List<T> given, List<T> quick, List<T> usual) {
    return given.isEmpty() ? either(quick, usual) : given;
  }

  /** The number that was given; without one, that of a quick bench or the usual one. */
  int number(@Nullable Integer given, int quick, int usual) {
    return given == null ? either(quick, usual) : given;
  }

  /** The one for a quick bench, or the usual one. */
  <T> T either(T quick, T usual) {
    return isQuick ? quick : usual;
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
