package io.metasched.lab.bench;

import io.metasched.simulation.cli.ProgressLine;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code metasched bench NAME}: runs any bench with its own options; its results may be written to
 * files.
 */
public final class NamedBenchCommand extends NamedBench {
  private static final Path RESULTS = Path.of("results");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder of the results: JSON, CSV files and a page with charts (default:"
              + " results/scaling-N for scaling, none for others).")
  private @Nullable Path out;

  @Option(names = "--force", description = "Replaces the results in --out.")
  private boolean force;

  private final Bench bench;

  private NamedBenchCommand(Bench bench) {
    this.bench = bench;
  }

  /** Creates the command that runs a bench. */
  public static CommandSpec of(Bench bench) {
    return new NamedBenchCommand(bench)
        .command(bench.name(), bench.description())
        .addMixin("bench", bench.options());
  }

  @Override
  public Integer call() {
    if (out == null && !bench.keepsResults()) {
      return print(measured(), "");
    }
    var target = out != null ? out : ResultFolder.nextFree(RESULTS, bench.name());
    try (var folder = ResultFolder.open(target, force)) {
      var report = measured();
      BenchFiles.write(report, folder.path());
      folder.commit();
      return print(report, "%nResults are in %s%n".formatted(folder.target()));
    }
  }

  private BenchReport measured() {
    try (var progress = new ProgressLine(2)) {
      var run = new BenchRun(bench.name(), progress);
      bench.measure(new BenchContext(isQuick()), run);
      return run.report();
    }
  }

  private int print(BenchReport report, String last) {
    return print(JsonText.line(report.json()), report.tables() + last, report.faults());
  }
}
