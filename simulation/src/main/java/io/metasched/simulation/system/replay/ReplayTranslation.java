package io.metasched.simulation.system.replay;

import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.translation.CommonJob;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.Translation;
import io.metasched.simulation.workload.EstimateModel;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Translation of the common jobs for one cluster of all processors, as a baseline. It loses sites,
 * prices, and fixed times of jobs, because a queue makes no reservations; the user of a job with a
 * fixed time submits it when it is ready.
 */
public final class ReplayTranslation implements Translation<ReplayRun> {
  private final String name;
  private final EstimateModel estimates;
  private final List<String> policies;
  private final ReplaySystem system = new ReplaySystem();

  private ReplayTranslation(String name, EstimateModel estimates, List<String> policies) {
    this.name = name;
    this.estimates = estimates;
    this.policies = policies;
  }

  /** Returns the translation for queues that use the users' estimates. */
  public static ReplayTranslation queue() {
    return new ReplayTranslation(
        "queue", EstimateModel.LOGGED, List.of("fcfs", "easy", "conservative"));
  }

  /**
   * Returns the translation for queues with exact run times, which serves as a bound: users cannot
   * know exact run times.
   */
  public static ReplayTranslation clairvoyant() {
    return new ReplayTranslation("clairvoyant", EstimateModel.EXACT, List.of("easy-sjf"));
  }

  @Override
  public SimulatedSystem<ReplayRun> system() {
    return system;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> policies() {
    return policies;
  }

  @Override
  public Instance<ReplayRun> instance(CommonWorkload workload) {
    int total = workload.sites().total();
    var scenario =
        new ReplayScenario(
            workload.seeds().scenario(),
            workload.seeds().runSeed(),
            policies,
            List.of(),
            Optional.empty(),
            TraceOptions.defaults().withProcessors(total),
            estimates,
            1,
            false,
            0);
    var jobs =
        workload.jobs().stream()
            .map(ReplayTranslation::job)
            .sorted(Comparator.comparingLong(TraceJob::submitTicks).thenComparingLong(TraceJob::id))
            .toList();
    var trace =
        new Trace(
            workload.seeds().scenario(),
            jobs,
            total,
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            0);
    return ReplayInstance.of(scenario, trace, workload.seeds());
  }

  private static TraceJob job(CommonJob job) {
    return new TraceJob(
        job.id(),
        job.readyTick(),
        job.runTicks(),
        job.processors(),
        job.estimateTicks(),
        job.user(),
        false,
        job.runTicks(),
        TraceJob.UNKNOWN_WAIT,
        job.precedence());
  }

  @Override
  public List<CommonOutcome> outcomes(CommonWorkload workload, ReplayRun run) {
    var rows = new TreeMap<Long, ReplayRow>();
    run.jobs().forEach(row -> rows.put(row.id(), row));
    return workload.jobs().stream()
        .map(job -> outcome(job, Objects.requireNonNull(rows.get(job.id()))))
        .toList();
  }

  private static CommonOutcome outcome(CommonJob job, ReplayRow row) {
    return CommonOutcome.anywhere(job, row.start(), job.runTicks()).submitted(job, row.submit());
  }
}
