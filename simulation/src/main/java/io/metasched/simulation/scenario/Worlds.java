package io.metasched.simulation.scenario;

import io.metasched.simulation.engine.World;
import io.metasched.simulation.environment.EnvironmentGenerator;
import io.metasched.simulation.environment.EnvironmentGenerator.NodeSettings;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.Workload;
import io.metasched.simulation.workload.trace.DropCause;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceException;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Brings scenarios to life: reads the log, generates nodes and jobs. */
public final class Worlds {
  private Worlds() {}

  /**
   * The world of a scenario.
   *
   * @param logs finds a log by the name the scenario gives
   * @throws TraceException when the log cannot be used
   */
  public static World of(Scenario scenario, Function<String, Path> logs) {
    return of(scenario, new Seeds(scenario.seed(), scenario.name(), 0), logs);
  }

  /** The world of a scenario whose random numbers come from {@code seeds}, not from its own. */
  public static World of(Scenario scenario, Seeds seeds, Function<String, Path> logs) {
    return bySeeds(scenario, logs, SwfReader::read).apply(seeds);
  }

  /**
   * The worlds of a scenario, by the seeds their random numbers come from. The log is read here,
   * once for all of them.
   *
   * @param traces reads a log
   * @throws TraceException when the log cannot be used
   */
  public static Function<Seeds, World> bySeeds(
      Scenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    if (scenario.jobs() instanceof JobSource.Logged logged) {
      var trace = trace(scenario, logged, logs.apply(logged.file()), traces);
      var nodes =
          scenario.nodes().nodes() == 0
              ? scenario.nodes().withCount(trace.processors())
              : scenario.nodes();
      return seeds -> world(scenario, nodes, logged.workload().of(trace, seeds), seeds);
    }
    var workload = ((JobSource.Synthetic) scenario.jobs()).workload();
    return seeds -> world(scenario, scenario.nodes(), workload.generate(seeds), seeds);
  }

  private static Trace trace(
      Scenario scenario,
      JobSource.Logged logged,
      Path file,
      BiFunction<Path, TraceOptions, Trace> traces) {
    var nodes = scenario.nodes();
    var trace = traces.apply(file, options(logged.options(), nodes));
    if (nodes.nodes() == 0 && trace.dropped().containsKey(DropCause.TOO_MANY_PROCESSORS)) {
      return traces.apply(file, options(logged.options(), nodes.withCount(trace.processors())));
    }
    return trace;
  }

  private static World world(
      Scenario scenario, NodeSettings nodes, Workload workload, Seeds seeds) {
    var environment =
        EnvironmentGenerator.generate(
            nodes, scenario.pricing(), scenario.localLoad(), scenario.loadedShare(), seeds);
    var dealt = workload.dealtTo(scenario.rules().organizations());
    return new World(environment, dealt, scenario.rules(), seeds);
  }

  /** A job too large for the nodes is to be refused by the admission, not dropped by the reader. */
  private static TraceOptions options(TraceOptions given, NodeSettings nodes) {
    if (nodes.nodes() == 0) {
      return given; // the header says how many there are
    }
    return given.withProcessors(given.clampProcessors() ? nodes.nodes() : Integer.MAX_VALUE);
  }
}
