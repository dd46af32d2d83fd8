package io.metasched.simulation.cli;

import io.metasched.simulation.bench.CycleBench;
import io.metasched.simulation.bench.CycleBenchSize;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench cycle}: whole cycles, by the numbers of jobs and nodes. */
@Command(
    name = CycleBench.NAME,
    mixinStandardHelpOptions = true,
    description = "whole cycles by jobs and nodes, with the exact and the published searches")
final class CycleBenchCommand implements Callable<Integer> {
  private static final double QUICK_SECONDS = 0.01;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of nodes, of about 5 slots each (default: 24,400,10000,100000; 5 to 200000).")
  private List<Integer> nodes = List.of();

  @Option(
      names = "--jobs",
      split = ",",
      paramLabel = "N",
      description = "Numbers of jobs (default: 20,100,1000; 1 to 10000).")
  private List<Integer> jobs = List.of();

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      description = "Policies (default: css,batch-slicer,bsf,backfilling).")
  private List<String> policies = List.of("css", "batch-slicer", "bsf", "backfilling");

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var size =
        new CycleBenchSize(
            output.sizes(nodes, List.of(24), List.of(24, 400, 10_000, 100_000)),
            output.sizes(jobs, List.of(20), List.of(20, 100, 1000)),
            policies,
            output.either(QUICK_SECONDS, seconds.value()));
    return output.show(progress -> CycleBench.run(size, progress));
  }
}
