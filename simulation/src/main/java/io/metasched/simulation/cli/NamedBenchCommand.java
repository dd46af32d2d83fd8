package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.bench.Bench;
import io.metasched.simulation.bench.BenchFiles;
import io.metasched.simulation.bench.BenchReport;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Keeps the results there: JSON, CSV files and a page with charts (default: results/scaling-N"
              + " for scaling, nowhere for others).")
  private @Nullable Path out;

  @Option(names = "--force", description = "Replaces the results in --out.")
  private boolean force;

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
    if (out == null && !bench.keepsResults()) {
      return print(measured(), "");
    }
    var target = out != null ? out : ResultFolder.nextFree(OutputOptions.RESULTS, bench.name());
    try (var folder = ResultFolder.open(target, force)) {
      var report = measured();
      BenchFiles.write(report, Metasched.version(), folder.path());
      folder.commit();
      return print(report, "%nResults are in %s%n".formatted(folder.target()));
    }
  }

  private BenchReport measured() {
    try (var progress = new ProgressLine(2)) {
      return bench.run(new CliBenchContext(isQuick, progress));
    }
  }

  private int print(BenchReport report, String last) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(report.json()));
    } else {
      stdout.print(report.tables() + last);
    }
    stdout.flush();
    var stderr = spec.commandLine().getErr();
    report.faults().forEach(fault -> stderr.printf("metasched: %s%n", fault));
    stderr.flush();
    return report.faults().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
