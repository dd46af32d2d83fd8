package io.metasched.simulation.cli;

import io.metasched.simulation.bench.ScalingBench;
import io.metasched.simulation.bench.ScalingBenchSize;
import io.metasched.simulation.bench.ScalingBenchSize.Work;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.run.ScenarioFiles;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code metasched bench scaling}: runs over several JVMs. */
@Command(
    name = ScalingBench.NAME,
    mixinStandardHelpOptions = true,
    description = "runs over 1 to 4 JVMs: the same work, growing work, and more domains")
final class ScalingBenchCommand implements Callable<Integer> {

  @Option(
      names = "--jvms",
      split = ",",
      paramLabel = "N",
      description = "Numbers of JVMs beside the one that is called (default: 1,2,3,4; 1 to 16).")
  private List<Integer> jvms = List.of();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes of the fixed work (default: 10000; twice the domains to 200000).")
  private @Nullable Integer nodes;

  @Option(
      names = "--domains",
      paramLabel = "N",
      description = "Domains they are spread over (default: 100; as many as JVMs, or more).")
  private @Nullable Integer domains;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs of each cycle (default: 100; as many as JVMs, to 10000).")
  private @Nullable Integer jobs;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "Cycles, behind one for warmth (default: 20; 1 to 10000).")
  private @Nullable Integer cycles;

  @Option(
      names = "--searches",
      paramLabel = "N",
      description = "Searches of each row (default: 1000; 1 to 100000).")
  private @Nullable Integer searches;

  @Option(
      names = "--strong-alone",
      description = "Measures the same work over more JVMs, and nothing else.")
  private boolean strongAlone;

  @Mixin private BenchOutput output;

  @Override
  public Integer call() {
    var size = size();
    var home = ScenarioOptions.home();
    var settings = ClusterSettings.load(home.map(folder -> folder.resolve("conf")));
    var version = Metasched.version();
    return output.show(
        progress ->
            ScalingBench.run(
                size,
                version,
                settings,
                (number, place) -> OverJvms.node(number, settings, place, List.of()),
                progress));
  }

  private ScalingBenchSize size() {
    var work =
        new Work(
            output.number(nodes, 200, 10_000),
            output.number(domains, 2, 100),
            output.number(jobs, 6, 100));
    return new ScalingBenchSize(
        new ScenarioFiles(ScenarioOptions.home().map(h -> h.resolve("conf/scenarios")))
            .named("default"),
        output.sizes(jvms, List.of(1, 2), List.of(1, 2, 3, 4)),
        work,
        output.number(cycles, 1, 20),
        output.number(searches, 8, 1_000),
        strongAlone);
  }
}
