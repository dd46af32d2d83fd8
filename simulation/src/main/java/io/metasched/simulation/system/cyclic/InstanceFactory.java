package io.metasched.simulation.system.cyclic;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.environment.EnvironmentGenerator;
import io.metasched.simulation.environment.EnvironmentGenerator.NodeSettings;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.workload.Workload;
import io.metasched.simulation.workload.trace.DropCause;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceException;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Makes instances: reads the log, generates nodes and jobs, and holds that every sum of money, time
 * and energy can be counted. Each value of a scenario may be in its range and their product still
 * too large; that is reported before the run.
 */
public final class InstanceFactory {
  private static final double MOST = 1L << 62;
  private static final String LENGTHS =
      "lengths of jobs (jobs.volume, jobs.nodes; of a log or model log.reference-performance)";

  private InstanceFactory() {}

  /**
   * The instance of a scenario.
   *
   * @param logs finds a log by the name the scenario gives
   * @throws TraceException when the log cannot be used
   * @throws UsageException where prices, powers and lengths are too large for one another
   */
  public static CyclicInstance of(Scenario scenario, Function<String, Path> logs) {
    return of(scenario, new Seeds(scenario.seed(), scenario.name(), 0), logs);
  }

  /** The instance of a scenario whose random numbers come from {@code seeds}, not from its own. */
  public static CyclicInstance of(Scenario scenario, Seeds seeds, Function<String, Path> logs) {
    return bySeeds(scenario, logs, SwfReader::read).apply(seeds);
  }

  /**
   * The instances of a scenario, by the seeds their random numbers come from. The log is read here,
   * once for all of them. Making one throws a {@link UsageException} where prices, powers and
   * lengths are too large for one another.
   *
   * @param traces reads a log
   * @throws TraceException when the log cannot be used
   */
  public static Function<Seeds, CyclicInstance> bySeeds(
      Scenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    var instances = unchecked(scenario, logs, traces);
    return seeds -> {
      try {
        var instance = instances.apply(seeds);
        requireCountable(instance);
        return instance;
      } catch (ArithmeticException e) {
        throw tooLarge("the times of the jobs with log.reference-performance");
      }
    };
  }

  private static Function<Seeds, CyclicInstance> unchecked(
      Scenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    if (scenario.jobs() instanceof JobSource.Logged logged) {
      var trace = trace(scenario, logged, logs.apply(logged.file()), traces);
      var nodes =
          scenario.nodes().nodes() == 0
              ? scenario.nodes().withCount(trace.processors())
              : scenario.nodes();
      return seeds -> instance(scenario, nodes, logged.workload().of(trace, seeds), seeds);
    }
    return seeds -> instance(scenario, scenario.nodes(), generated(scenario.jobs(), seeds), seeds);
  }

  private static Workload generated(JobSource jobs, Seeds seeds) {
    return jobs instanceof JobSource.Drawn drawn
        ? drawn.workload().of(drawn.model(), drawn.users(), seeds)
        : ((JobSource.Synthetic) jobs).workload().generate(seeds);
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

  private static CyclicInstance instance(
      Scenario scenario, NodeSettings nodes, Workload workload, Seeds seeds) {
    var environment =
        EnvironmentGenerator.generate(
            nodes, scenario.pricing(), scenario.localLoad(), scenario.loadedShare(), seeds);
    var dealt = workload.dealtTo(scenario.rules().organizations());
    return new CyclicInstance(environment, dealt, scenario.rules(), seeds, scenario.policies());
  }

  /** A job too large for the nodes is to be refused by the admission, not dropped by the reader. */
  private static TraceOptions options(TraceOptions given, NodeSettings nodes) {
    if (nodes.nodes() == 0) {
      return given; // the header says how many there are
    }
    return given.withProcessors(given.clampProcessors() ? nodes.nodes() : Integer.MAX_VALUE);
  }

  private static void requireCountable(CyclicInstance instance) {
    var nodes = instance.environment().nodes();
    long dearest = nodes.stream().mapToLong(Node::priceMilli).max().orElse(0);
    long hungriest = nodes.stream().mapToLong(Node::powerMilli).max().orElse(0);
    int slowest = nodes.stream().mapToInt(Node::performance).min().orElse(1);
    double longest = 0;
    double all = 0;
    for (var simulated : instance.workload().jobs()) {
      var job = simulated.job();
      double length = job.work().lengthTicks(slowest, instance.rules().granularityTicks());
      longest = Math.max(longest, length);
      all += length / Ticks.PER_UNIT * job.nodes();
    }
    if (dearest * Math.max(longest, all) > MOST) {
      throw tooLarge("prices (price.*) and " + LENGTHS);
    }
    if (hungriest * Math.max(longest, all) > MOST) {
      throw tooLarge("nodes.power, nodes.performance and " + LENGTHS);
    }
  }

  private static UsageException tooLarge(String what) {
    return new UsageException(
        "the numbers of the scenario are too large to be counted together: " + what);
  }
}
