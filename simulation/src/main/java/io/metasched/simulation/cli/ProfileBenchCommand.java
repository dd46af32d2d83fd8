package io.metasched.simulation.cli;

import io.metasched.simulation.bench.ProfileBench;
import io.metasched.simulation.bench.ProfileBenchSize;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench profile}: free capacity over time, by the number of reservations. */
@Command(
    name = ProfileBench.NAME,
    mixinStandardHelpOptions = true,
    description = "reservations in the capacity profile, beside a linear walk and fixed slots")
final class ProfileBenchCommand implements Callable<Integer> {
  private static final int QUICK_CHANGES = 500;

  @Option(
      names = "--reservations",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of reservations (default: 1000,10000,100000,1000000; 100 to 10000000).")
  private List<Integer> reservations = List.of();

  @Mixin private SecondsOption seconds = new SecondsOption(3);

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var counts =
        output.sizes(reservations, List.of(1000), List.of(1000, 10_000, 100_000, 1_000_000));
    var size = new ProfileBenchSize(counts, seconds.value(), output.either(QUICK_CHANGES, 0));
    return output.show(progress -> ProfileBench.run(size, progress));
  }
}
