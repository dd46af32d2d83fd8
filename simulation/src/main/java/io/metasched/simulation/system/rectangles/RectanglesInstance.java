package io.metasched.simulation.system.rectangles;

import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.rectangles.model.ElementRequest;
import io.metasched.simulation.system.rectangles.model.RectanglesModel;
import io.metasched.simulation.system.rectangles.model.RectanglesReader;
import io.metasched.simulation.system.rectangles.model.RectanglesScenario;
import io.metasched.simulation.system.rectangles.model.RectanglesScenario.Drawn;
import io.metasched.simulation.system.rectangles.model.RectanglesScenario.Generated;
import io.metasched.simulation.system.rectangles.model.RectanglesScenario.Logged;
import io.metasched.simulation.system.rectangles.model.RectanglesScenario.Source;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting;
import io.metasched.simulation.system.rectangles.model.RectanglesStep;
import io.metasched.simulation.system.rectangles.model.ReservationTerms;
import io.metasched.simulation.system.rectangles.model.RigidArrival;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.lublin.GeneratedJob;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Multiprocessor with the requests for it; the same for all policies.
 *
 * @param name name of the scenario
 * @param policies names of rectangle policies
 * @param setting the multiprocessor
 * @param terms distributions of the requests
 * @param requests requests by (arrival, job)
 * @param seeds seeds of all random numbers of the run
 * @param notes notes for the user about the requests
 */
public record RectanglesInstance(
    String name,
    List<String> policies,
    RectanglesSetting setting,
    ReservationTerms terms,
    List<ElementRequest> requests,
    Seeds seeds,
    List<String> notes)
    implements Instance<RectanglesRun> {

  public RectanglesInstance {
    policies = List.copyOf(policies);
    requests = List.copyOf(requests);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the instances of a scenario, by their seeds. A log is read here, once for all
   * instances.
   */
  static Function<Seeds, RectanglesInstance> bySeeds(RectanglesScenario scenario, Inputs inputs) {
    if (scenario.source() instanceof Logged logged) {
      var trace = inputs.traces().apply(inputs.logs().apply(logged.file()), logged.options());
      var jobs = jobs(trace.jobs(), logged.isRequested());
      var notes = TraceWorkload.notes(trace, 0, "the number of elements");
      notes.addAll(Dependencies.ignored(trace.jobs(), Dependencies.NO_QUEUE).notes());
      return seeds -> of(scenario, jobs, seeds, notes);
    }
    return seeds -> of(scenario, generated(scenario.source(), seeds), seeds, List.of());
  }

  private static List<RigidArrival> generated(Source source, Seeds seeds) {
    if (source instanceof Drawn drawn) {
      var jobs = drawn.model().generate(seeds).stream().map(GeneratedJob::logged).toList();
      return jobs(jobs, true);
    }
    return ((Generated) source).workload().generate(seeds);
  }

  private static List<RigidArrival> jobs(List<TraceJob> rigid, boolean isRequested) {
    return rigid.stream()
        .map(
            job ->
                new RigidArrival(
                    job.id(),
                    job.submitTicks(),
                    isRequested ? job.estimateTicks() : job.runTicks(),
                    job.processors()))
        .toList();
  }

  private static RectanglesInstance of(
      RectanglesScenario scenario, List<RigidArrival> jobs, Seeds seeds, List<String> notes) {
    try {
      return new RectanglesInstance(
          scenario.name(),
          scenario.policies(),
          scenario.setting(),
          scenario.terms(),
          scenario.terms().requests(jobs, seeds),
          seeds,
          notes);
    } catch (ArithmeticException | IllegalArgumentException tooLate) {
      throw new UsageException(
          "reservations: the times of the requests are too late to be counted");
    }
  }

  @Override
  public Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return kind == InputTable.Kind.JOBS
        ? Optional.of(
            new InputTable<>(
                JobEntry.FORMAT, requests.stream().map(ElementRequest::entry).toList()))
        : Optional.empty();
  }

  @Override
  public RunModel<RectanglesStep, RectanglesRun> begin(String policy, Progress progress) {
    return new RectanglesModel(this, policy, progress);
  }

  /** Returns the facts of a run of the given policy. */
  public RectanglesFacts facts(String policy, String driver, String version) {
    var title =
        new RunTitle(
            RectanglesReader.SCHEMA.kind(),
            name,
            policy,
            driver,
            seeds.runSeed(),
            version,
            0,
            true);
    return RectanglesFacts.of(title, setting, terms, requests.size());
  }
}
