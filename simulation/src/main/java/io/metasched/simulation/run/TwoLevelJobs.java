package io.metasched.simulation.run;

import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.TwoLevelScenario;
import io.metasched.simulation.scenario.TwoLevelScenario.Logged;
import io.metasched.simulation.scenario.TwoLevelScenario.Synthetic;
import io.metasched.simulation.twolevel.GridJob;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The jobs of a scenario of two levels; all its policies meet the same.
 *
 * @param jobs by (submit, id)
 * @param seeds what random numbers of the run derive from
 * @param notes what to know about the jobs
 */
public record TwoLevelJobs(List<GridJob> jobs, Seeds seeds, List<String> notes) {

  /** Copies the lists. */
  public TwoLevelJobs {
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
  }

  /**
   * The jobs of a scenario with its own seed.
   *
   * @param logs finds a log by the name the scenario gives
   * @throws UsageException when the jobs cannot be reservations
   */
  public static TwoLevelJobs of(TwoLevelScenario scenario, Function<String, Path> logs) {
    return bySeeds(scenario, logs, SwfReader::read)
        .apply(new Seeds(scenario.seed(), scenario.name(), 0));
  }

  /**
   * The jobs of a scenario, by their seeds. The log is read here, once for all of them.
   *
   * @param traces reads a log
   */
  static Function<Seeds, TwoLevelJobs> bySeeds(
      TwoLevelScenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    if (scenario.jobs() instanceof Logged logged) {
      var trace = traces.apply(logs.apply(logged.file()), logged.options());
      var notes = TraceWorkload.notes(trace, 0, "the size of a provider");
      return seeds -> new TwoLevelJobs(drawn(scenario, trace.jobs(), seeds), seeds, notes);
    }
    var workload = ((Synthetic) scenario.jobs()).workload();
    return seeds ->
        new TwoLevelJobs(drawn(scenario, workload.generate(seeds), seeds), seeds, List.of());
  }

  private static List<GridJob> drawn(TwoLevelScenario scenario, List<TraceJob> jobs, Seeds seeds) {
    try {
      return scenario.reservations().jobs(jobs, seeds);
    } catch (IllegalArgumentException unknownWait) {
      throw new UsageException("reservations.share: " + unknownWait.getMessage());
    } catch (ArithmeticException tooLate) {
      throw new UsageException("reservations.factor: the intervals are too long to be counted");
    }
  }
}
