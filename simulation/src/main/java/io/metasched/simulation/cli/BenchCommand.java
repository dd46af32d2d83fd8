package io.metasched.simulation.cli;

import io.metasched.simulation.bench.BenchReport;
import io.metasched.simulation.bench.BenchSize;
import io.metasched.simulation.bench.Benches;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.run.ScenarioFiles;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched bench}: how fast something is, beside a baseline of the same run. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures speed and scaling, each beside its baseline; exit 1 if they differ.",
    footer = {
      "",
      "Examples:",
      "  metasched bench list",
      "  metasched bench actors --nodes 1000,10000 --domains 10,100",
      "  metasched bench actors --quick --json"
    })
final class BenchCommand implements Callable<Integer> {
  private static final String LIST = "list";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The bench to run; without it, or with `list`, the benches are listed.")
  private String name = LIST;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description = "Numbers of nodes (default: 100,1000,10000; 1 to 200000).")
  private List<Integer> nodes = List.of();

  @Option(
      names = "--domains",
      split = ",",
      paramLabel = "N",
      description =
          "Over how many domains they are spread (default: 1,4,10,100, where each has 10 nodes).")
  private List<Integer> domains = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each row is measured (default: 3).")
  private double seconds = 3;

  @Option(
      names = "--searches",
      paramLabel = "N",
      description = "How many searches each row has instead.")
  private @Nullable Integer searches;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "Cycles of the measured runs; 0 for no runs (default: 50).")
  private @Nullable Integer cycles;

  @Option(names = "--quick", description = "Measures next to nothing: shows that it works.")
  private boolean quick;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (name.equals(LIST)) {
      return list();
    }
    var bench = Benches.named(name);
    var size = size();
    try (var progress = new ProgressLine(2)) {
      return print(bench.run(size, progress));
    }
  }

  private int list() {
    var stdout = spec.commandLine().getOut();
    Benches.all().forEach(bench -> stdout.printf("%-8s %s%n", bench.name(), bench.summary()));
    stdout.flush();
    return Metasched.DONE;
  }

  private BenchSize size() {
    return new BenchSize(
        new ScenarioFiles(ScenarioOptions.home().map(h -> h.resolve("conf/scenarios")))
            .named("default"),
        !nodes.isEmpty() ? nodes : quick ? List.of(100) : List.of(100, 1000, 10_000),
        !domains.isEmpty() ? domains : quick ? List.of(1, 4) : List.of(1, 4, 10, 100),
        domains.isEmpty(),
        seconds,
        searches != null ? searches : quick ? 40 : 0,
        cycles != null ? cycles : quick ? 2 : 50,
        quick ? 1 : 5);
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
