package io.metasched.simulation.run;

import io.metasched.simulation.check.Violation;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A scenario as a sweep runs it, whatever its kind. */
public sealed interface SweptScenario permits SweptCyclic, SweptTwoLevel {

  /** Takes what a policy's run came to. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes it.
     *
     * @param violations what the check found
     * @param numbers the statistics by their columns
     */
    void take(String policy, List<Violation> violations, SortedMap<String, Double> numbers);
  }

  /** Jobs and all else that is generated, for all policies. */
  @FunctionalInterface
  interface Runs {
    /** Runs all policies, in order. */
    void play(Taker taker);
  }

  /** Its name. */
  String name();

  /** The run's seed. */
  long seed();

  /** Names of the policies, in order. */
  List<String> policies();

  /** What is taken from each run. */
  List<? extends SweepStatistic<?>> statistics();

  /**
   * What is to be run, by the seeds of its random numbers. The log is read here, once for all; what
   * is generated throws a {@link io.metasched.simulation.config.UsageException} where it cannot be.
   *
   * @param logs finds a log by the name the scenario gives
   * @param traces reads a log
   */
  Function<Seeds, Runs> runs(
      Function<String, Path> logs, BiFunction<Path, TraceOptions, Trace> traces);
}
