package io.metasched.simulation.system.replay;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.LublinOptions;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.RigidJobTable;
import io.metasched.simulation.workload.lublin.GeneratedJob;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Scenario of a replay with the jobs of its logs, or of a model.
 *
 * @param scenario values of the scenario
 * @param trace jobs that were read or drawn
 * @param jobs jobs by (submit, id)
 * @param seeds seeds of the order of the jobs
 * @param dependencies notes about the treatment of the jobs' dependencies
 */
record ReplayInstance(
    ReplayScenario scenario,
    Trace trace,
    List<ReplayJob> jobs,
    Seeds seeds,
    List<String> dependencies)
    implements Instance<ReplayRun> {

  /** Reads the logs of a scenario, or draws the jobs from its model. */
  static Function<Seeds, Trace> traces(ReplayScenario scenario, Inputs inputs) {
    if (scenario.model().isPresent()) {
      var model = scenario.model().get();
      return seeds -> drawn(model.generate(seeds), scenario.options().processors());
    }
    var files = scenario.logs().stream().map(inputs.logs()).toList();
    var trace =
        files.size() == 1
            ? inputs.traces().apply(files.get(0), scenario.options())
            : Logs.read(files, scenario.options());
    return seeds -> trace;
  }

  private static Trace drawn(List<GeneratedJob> jobs, int processors) {
    return new Trace(
        LublinOptions.SOURCE,
        jobs.stream().map(GeneratedJob::logged).toList(),
        processors,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        0);
  }

  /** Creates an instance of a scenario. */
  static ReplayInstance of(ReplayScenario scenario, Trace trace, Seeds seeds) {
    var shuffle = scenario.shuffled() ? OptionalLong.of(seeds.runSeed()) : OptionalLong.empty();
    var input = new ReplayInput(scenario.estimates(), scenario.arrivalFactor(), shuffle);
    var dependencies = Dependencies.of(trace.jobs(), scenario.options());
    return new ReplayInstance(
        scenario,
        trace,
        input.jobs(dependencies.jobs(), seeds.replication()),
        seeds,
        dependencies.notes());
  }

  @Override
  public String name() {
    return scenario.name();
  }

  @Override
  public Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return kind == InputTable.Kind.JOBS
        ? Optional.of(RigidJobTable.of(trace.jobs()))
        : Optional.empty();
  }

  @Override
  public List<String> policies() {
    return scenario.policies();
  }

  @Override
  public List<String> notes() {
    var notes = new ArrayList<String>();
    trace
        .dropped()
        .forEach(
            (cause, count) -> notes.add("Dropped: %s: %d jobs.".formatted(cause.words(), count)));
    if (trace.clamped() > 0) {
      notes.add("Cut to the size of the machine: %d jobs.".formatted(trace.clamped()));
    }
    notes.addAll(trace.malformed().notes());
    notes.addAll(trace.notes());
    notes.addAll(dependencies);
    return notes;
  }

  @Override
  public RunModel<?, ReplayRun> begin(String policy, Progress progress) {
    var scheduler =
        LocalSchedulers.named(policy)
            .filter(known -> scenario.policies().contains(policy))
            .orElseThrow(() -> new IllegalArgumentException("no policy " + policy));
    return new ReplayModel(jobs, scheduler, facts(policy), progress);
  }

  private ReplayFacts facts(String policy) {
    var ids = scenario.options().jobs();
    return new ReplayFacts(
        new RunTitle(
            ReplayScenario.SCHEMA.kind(), name(), policy, "", seeds.runSeed(), "", 0, false),
        trace.name(),
        ids.equals(IdRange.ALL) ? "all" : ids.first() + "-" + ids.last(),
        trace.processors(),
        scenario.periodTicks(),
        scenario.estimates().label(),
        scenario.arrivalFactor(),
        scenario.shuffled(),
        scenario.options().clampProcessors(),
        scenario.options().keepOverruns());
  }
}
