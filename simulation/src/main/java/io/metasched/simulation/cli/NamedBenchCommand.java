package io.metasched.simulation.cli;

import io.metasched.simulation.bench.Bench;
import io.metasched.simulation.bench.BenchReport;
import io.metasched.simulation.rows.JsonText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code metasched bench NAME}: any bench, with its own options and those that all benches have.
 */
@Command(mixinStandardHelpOptions = true)
final class NamedBenchCommand implements Callable<Integer> {
  @Option(names = "--quick", description = "Measures next to nothing: shows that it works.")
  private boolean isQuick;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  private final Bench bench;

  private NamedBenchCommand(Bench bench) {
    this.bench = bench;
  }

  /** The command that runs a bench. */
  static CommandSpec of(Bench bench) {
    var command = CommandSpec.forAnnotatedObject(new NamedBenchCommand(bench)).name(bench.name());
    command.usageMessage().description(bench.description());
    return command.addMixin("bench", CommandSpec.forAnnotatedObject(bench));
  }

  @Override
  public Integer call() {
    try (var progress = new ProgressLine(2)) {
      return print(bench.run(new CliBenchContext(isQuick, progress)));
    }
  }

  private int print(BenchReport report) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(report.json()));
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
