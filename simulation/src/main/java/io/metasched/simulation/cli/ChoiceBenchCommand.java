package io.metasched.simulation.cli;

import io.metasched.simulation.bench.ChoiceBench;
import io.metasched.simulation.bench.ChoiceBenchSize;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench dp}: the choice of a combination, by the number of jobs. */
@Command(
    name = ChoiceBench.NAME,
    mixinStandardHelpOptions = true,
    description = "the choice of a combination: exact, beside the published recursion on its grid")
final class ChoiceBenchCommand implements Callable<Integer> {
  private static final double QUICK_SECONDS = 0.01;

  @Option(
      names = "--jobs",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of jobs, of 14 alternatives each (default: 20,100,300,1000; 2 to 5000).")
  private List<Integer> jobs = List.of();

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var size =
        new ChoiceBenchSize(
            output.sizes(jobs, List.of(5, 10), List.of(20, 100, 300, 1000)),
            output.either(QUICK_SECONDS, seconds.value()));
    return output.show(progress -> ChoiceBench.run(size, progress));
  }
}
