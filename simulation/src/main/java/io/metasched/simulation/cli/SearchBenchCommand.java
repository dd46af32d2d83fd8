package io.metasched.simulation.cli;

import io.metasched.simulation.bench.WindowSearchBench;
import io.metasched.simulation.bench.WindowSearchBenchSize;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench search}: the window searches, by the number of slots. */
@Command(
    name = WindowSearchBench.NAME,
    mixinStandardHelpOptions = true,
    description =
        "the exact window searches, beside the published ones and one pass over the slots")
final class SearchBenchCommand implements Callable<Integer> {
  private static final int QUICK_SEARCHES = 40;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of nodes, of about 5 slots each (default: 100,400,1000,10000,100000,200000;"
              + " 100 to 200000).")
  private List<Integer> nodes = List.of();

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var counts =
        output.sizes(nodes, List.of(100), List.of(100, 400, 1000, 10_000, 100_000, 200_000));
    var size = new WindowSearchBenchSize(counts, seconds.value(), output.either(QUICK_SEARCHES, 0));
    return output.show(progress -> WindowSearchBench.run(size, progress));
  }
}
