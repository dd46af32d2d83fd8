package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelScenario;
import io.metasched.simulation.system.twolevel.model.TwoLevelScenario.Logged;
import io.metasched.simulation.system.twolevel.model.TwoLevelScenario.NamedSetting;
import io.metasched.simulation.system.twolevel.model.TwoLevelScenario.Synthetic;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.model.TwoLevelStep;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Scenario of two levels with its jobs; the same for all policies.
 *
 * @param name name of the scenario
 * @param settings the two levels, one setting for each policy
 * @param jobs jobs by (submit, id)
 * @param seeds seeds of all random numbers of the run
 * @param notes notes for the user about the jobs
 */
public record TwoLevelInstance(
    String name, List<NamedSetting> settings, List<GridJob> jobs, Seeds seeds, List<String> notes)
    implements Instance<TwoLevelRun> {

  public TwoLevelInstance {
    settings = List.copyOf(settings);
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the instances of a scenario, by their seeds. The log is read here, once for all
   * instances.
   *
   * @param traces reads a log
   */
  static Function<Seeds, TwoLevelInstance> bySeeds(
      TwoLevelScenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    if (scenario.jobs() instanceof Logged logged) {
      var trace = traces.apply(logs.apply(logged.file()), logged.options());
      var dependencies = Dependencies.of(trace.jobs(), logged.options());
      var notes = TraceWorkload.notes(trace, 0, "the size of a provider");
      notes.addAll(dependencies.notes());
      return seeds -> drawn(scenario, dependencies.jobs(), seeds, notes);
    }
    var workload = ((Synthetic) scenario.jobs()).workload();
    return seeds -> drawn(scenario, workload.generate(seeds), seeds, List.of());
  }

  private static TwoLevelInstance drawn(
      TwoLevelScenario scenario, List<TraceJob> jobs, Seeds seeds, List<String> notes) {
    try {
      var drawn = scenario.reservations().jobs(jobs, seeds);
      var allNotes = ReservationDraw.notes(notes, jobs, drawn);
      return new TwoLevelInstance(scenario.name(), scenario.policies(), drawn, seeds, allNotes);
    } catch (IllegalArgumentException unknownWait) {
      throw new UsageException("reservations.share: " + unknownWait.getMessage());
    } catch (ArithmeticException tooLate) {
      throw new UsageException("reservations.factor: the intervals are too long to be counted");
    }
  }

  @Override
  public Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return kind == InputTable.Kind.JOBS
        ? Optional.of(new InputTable<>(JobEntry.FORMAT, jobs.stream().map(GridJob::entry).toList()))
        : Optional.empty();
  }

  @Override
  public List<String> policies() {
    return settings.stream().map(NamedSetting::policy).toList();
  }

  @Override
  public RunModel<TwoLevelStep, TwoLevelRun> begin(String policy, Progress progress) {
    return new TwoLevelReplay(policy, jobs, setting(policy), seeds, progress);
  }

  /**
   * Returns the two levels under a policy.
   *
   * @throws IllegalArgumentException for a policy that is none of {@link #policies}
   */
  public TwoLevelSetting setting(String policy) {
    return settings.stream()
        .filter(named -> named.policy().equals(policy))
        .findFirst()
        .map(NamedSetting::setting)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the policy must be one of %s, but is %s".formatted(policies(), policy)));
  }
}
