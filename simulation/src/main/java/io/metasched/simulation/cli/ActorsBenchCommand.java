package io.metasched.simulation.cli;

import io.metasched.simulation.bench.ActorsBench;
import io.metasched.simulation.bench.BenchSize;
import io.metasched.simulation.run.ScenarioFiles;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench actors}: what messages cost. */
@Command(
    name = ActorsBench.NAME,
    mixinStandardHelpOptions = true,
    description =
        "searches over domains and whole runs through actors, beside one table and the engine")
final class ActorsBenchCommand implements Callable<Integer> {

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

  @Mixin private SecondsOption seconds = new SecondsOption(3);

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

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var size = size();
    return output.show(progress -> ActorsBench.run(size, progress));
  }

  private BenchSize size() {
    return new BenchSize(
        new ScenarioFiles(ScenarioOptions.home().map(h -> h.resolve("conf/scenarios")))
            .named("default"),
        output.sizes(nodes, List.of(100), List.of(100, 1000, 10_000)),
        output.sizes(domains, List.of(1, 4), List.of(1, 4, 10, 100)),
        domains.isEmpty(),
        seconds.value(),
        output.number(searches, 40, 0),
        output.number(cycles, 2, 50),
        output.either(1, 5));
  }
}
