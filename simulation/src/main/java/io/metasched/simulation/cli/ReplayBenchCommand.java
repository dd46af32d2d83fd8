package io.metasched.simulation.cli;

import io.metasched.simulation.bench.ReplayBench;
import io.metasched.simulation.bench.ReplayBenchSize;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench replay}: jobs per second of each local scheduler. */
@Command(
    name = ReplayBench.NAME,
    mixinStandardHelpOptions = true,
    description = "jobs per second of the local schedulers, beside first come first served")
final class ReplayBenchCommand implements Callable<Integer> {

  @Option(
      names = "--jobs",
      split = ",",
      paramLabel = "N",
      description =
          "Lengths of the generated flows (default: 10000,100000,1000000; 100 to 10000000).")
  private List<Integer> jobs = List.of();

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Measures a log in Standard Workload Format instead.")
  private @Nullable String trace;

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds after which a replay is given up (default: 60).")
  private double limit = 60;

  @Mixin private TracesOption logs;

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var counts = output.sizes(jobs, List.of(500, 1000), List.of(10_000, 100_000, 1_000_000));
    var size = new ReplayBenchSize(counts, log(), limit);
    return output.show(progress -> ReplayBench.run(size, progress));
  }

  private Optional<Trace> log() {
    return Optional.ofNullable(trace)
        .map(name -> logs.folders().find(name, "--trace"))
        .map(file -> SwfReader.read(file, TraceOptions.defaults()));
  }
}
