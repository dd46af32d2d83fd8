package io.metasched.simulation.system.whatif;

import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.whatif.model.GridWorkload;
import io.metasched.simulation.system.whatif.model.WhatIfReader;
import io.metasched.simulation.system.whatif.model.WhatIfReplay;
import io.metasched.simulation.system.whatif.model.WhatIfScenario;
import io.metasched.simulation.system.whatif.model.WhatIfScenario.Generated;
import io.metasched.simulation.system.whatif.model.WhatIfScenario.Logged;
import io.metasched.simulation.system.whatif.model.WhatIfSchedule;
import io.metasched.simulation.system.whatif.model.WhatIfSetting;
import io.metasched.simulation.system.whatif.model.WhatIfStep;
import io.metasched.simulation.system.whatif.model.WhatIfTables;
import io.metasched.simulation.system.whatif.rows.WhatIfFacts;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Scenario with its jobs and requests; the same for all methods.
 *
 * @param scenario the scenario
 * @param workload jobs and requests
 * @param aloneStarts starts of the jobs without requests and dependencies, by their numbers
 * @param seeds seeds of all random numbers of the run
 * @param notes notes for the user about the jobs
 */
public record WhatIfInstance(
    WhatIfScenario scenario,
    GridWorkload workload,
    List<Long> aloneStarts,
    Seeds seeds,
    List<String> notes)
    implements Instance<WhatIfRun> {

  public WhatIfInstance {
    aloneStarts = List.copyOf(aloneStarts);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the instances of a scenario, by their seeds. The log is read here, once for all
   * instances.
   *
   * @param traces reads a log
   */
  static Function<Seeds, WhatIfInstance> bySeeds(
      WhatIfScenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    if (scenario.jobs() instanceof Logged logged) {
      var trace = traces.apply(logs.apply(logged.file()), logged.options());
      var notes = TraceWorkload.notes(trace, 0, "the size of the largest cluster");
      var jobs = Dependencies.of(taken(trace.jobs(), logged), logged.options());
      notes.addAll(jobs.notes());
      return seeds -> drawn(scenario, jobs.jobs(), seeds, notes);
    }
    var workload = ((Generated) scenario.jobs()).workload();
    return seeds -> drawn(scenario, workload.generate(seeds), seeds, List.of());
  }

  /** Returns the selected jobs; the paper takes the first 2000 sound jobs. */
  private static List<TraceJob> taken(List<TraceJob> jobs, Logged logged) {
    return jobs.stream()
        .filter(job -> !(logged.soundOnly() && job.overrun()))
        .limit(logged.count())
        .map(job -> changed(job, logged))
        .toList();
  }

  private static TraceJob changed(TraceJob job, Logged logged) {
    return job.asking(
        Math.min(logged.mostProcessors(), job.processors()), logged.estimates().estimateTicks(job));
  }

  private static WhatIfInstance drawn(
      WhatIfScenario scenario, List<TraceJob> jobs, Seeds seeds, List<String> notes) {
    try {
      var workload = scenario.draw().of(jobs, scenario.setting().processors(), seeds);
      var alone = WhatIfReplay.startsAlone(workload, scenario.setting());
      var allNotes = new ArrayList<>(notes);
      allNotes.addAll(requested(jobs, workload));
      return new WhatIfInstance(scenario, workload, alone, seeds, allNotes);
    } catch (ArithmeticException tooLate) {
      throw new UsageException("requests.window: the windows are too long to be counted");
    }
  }

  /**
   * Returns a note about jobs whose dependencies are lost because they became requests with fixed
   * times.
   */
  private static List<String> requested(List<TraceJob> jobs, GridWorkload workload) {
    var requests = new TreeSet<Long>();
    workload.requests().forEach(request -> requests.add(request.id()));
    return Dependencies.ofReservations(
        jobs.stream()
            .filter(job -> !job.precedence().isNone() && requests.contains(job.id()))
            .count());
  }

  @Override
  public String name() {
    return scenario.name();
  }

  @Override
  public Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return kind == InputTable.Kind.JOBS ? Optional.of(workload.table()) : Optional.empty();
  }

  @Override
  public List<String> policies() {
    return scenario.methods();
  }

  @Override
  public RunModel<WhatIfStep, WhatIfRun> begin(String policy, Progress progress) {
    return new WhatIfReplay(this, policy, progress);
  }

  /** Returns the clusters under a method. */
  public WhatIfSetting setting(String policy) {
    return scenario.setting().withMethod(policy);
  }

  /** Creates the schedule before its first event. */
  public WhatIfSchedule schedule() {
    return new WhatIfSchedule(workload, scenario.setting().processors().size());
  }

  /**
   * Returns the tables of a run.
   *
   * @param schedule schedule with its results
   * @throws IllegalStateException before the end of the run
   */
  public WhatIfRun tables(String policy, WhatIfSchedule schedule, String driver, String version) {
    if (schedule.next().isPresent()) {
      throw new IllegalStateException("the run is not over");
    }
    var title =
        new RunTitle(
            WhatIfReader.SCHEMA.kind(),
            seeds.scenario(),
            policy,
            driver,
            seeds.runSeed(),
            version,
            0,
            true);
    var facts = WhatIfFacts.of(title, setting(policy));
    return WhatIfTables.of(facts, workload, schedule, alone(schedule));
  }

  /**
   * Returns the starts of the jobs, by their numbers, if they are submitted as in a run, but
   * without requests.
   */
  private List<Long> alone(WhatIfSchedule schedule) {
    if (!workload.hasDependencies()) {
      return aloneStarts;
    }
    var jobs = workload.jobs();
    var order = new ArrayList<>(IntStream.range(0, jobs.size()).boxed().toList());
    order.sort(
        Comparator.comparingLong((Integer at) -> schedule.submitted(at))
            .thenComparingLong(at -> jobs.get(at).id()));
    var submitted = order.stream().map(at -> jobs.get(at).at(schedule.submitted(at))).toList();
    var starts =
        WhatIfReplay.startsAlone(new GridWorkload(submitted, List.of()), scenario.setting());
    var alone = new ArrayList<>(aloneStarts);
    for (int place = 0; place < order.size(); place++) {
      alone.set(order.get(place), starts.get(place));
    }
    return alone;
  }
}
