package io.metasched.simulation.run;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.Scenario;
import io.metasched.simulation.scenario.Worlds;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Worlds in which every sum of money, time and energy can be counted. Each value of a scenario may
 * be in its range and their product still beyond all counting; that is said before the run.
 */
public final class CountableWorlds {
  private static final double MOST = 1L << 62;

  private CountableWorlds() {}

  /**
   * The world of a scenario; see {@link Worlds#of}.
   *
   * @throws UsageException where prices, powers and lengths are too large for one another
   */
  public static World of(Scenario scenario, Function<String, Path> logs) {
    return bySeeds(scenario, logs, SwfReader::read)
        .apply(new Seeds(scenario.seed(), scenario.name(), 0));
  }

  /**
   * The worlds of a scenario, by their seeds; see {@link Worlds#bySeeds}. Making one throws a
   * {@link UsageException} where prices, powers and lengths are too large for one another.
   */
  static Function<Seeds, World> bySeeds(
      Scenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    var worlds = Worlds.bySeeds(scenario, logs, traces);
    return seeds -> {
      try {
        var world = worlds.apply(seeds);
        requireCountable(world);
        return world;
      } catch (ArithmeticException e) {
        throw tooLarge("the times of the log with log.reference-performance");
      }
    };
  }

  private static void requireCountable(World world) {
    var nodes = world.environment().nodes();
    long dearest = nodes.stream().mapToLong(Node::priceMilli).max().orElse(0);
    long hungriest = nodes.stream().mapToLong(Node::powerMilli).max().orElse(0);
    int slowest = nodes.stream().mapToInt(Node::performance).min().orElse(1);
    double longest = 0;
    double all = 0;
    for (var simulated : world.workload().jobs()) {
      var job = simulated.job();
      double length = job.work().lengthTicks(slowest, world.rules().granularityTicks());
      longest = Math.max(longest, length);
      all += length / Ticks.PER_UNIT * job.nodes();
    }
    if (dearest * Math.max(longest, all) > MOST) {
      throw tooLarge("prices (price.*) and lengths of jobs (jobs.volume, jobs.nodes)");
    }
    if (hungriest * Math.max(longest, all) > MOST) {
      throw tooLarge("nodes.power, nodes.performance and lengths of jobs (jobs.volume)");
    }
  }

  private static UsageException tooLarge(String what) {
    return new UsageException(
        "the numbers of the scenario are too large to be counted together: " + what);
  }
}
