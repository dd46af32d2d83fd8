package io.metasched.simulation.system.twolevel;

import io.metasched.metascheduler.twolevel.GridPolicies;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.scenario.ScenarioSchemas;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.TwoLevelReader;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow.Outcome;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.translation.CommonJob;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Translation of the common jobs for two levels. A site is a provider. A job with a fixed time
 * requests a reservation of its estimate within that time; if none is possible, the job receives
 * the earliest later reservation. All other jobs are batch jobs. Providers start batch jobs by EASY
 * backfilling, as the clusters of other systems do. The translation loses prices and criteria.
 */
public final class TwoLevelTranslation implements Translation<TwoLevelRun> {
  private final TwoLevelSystem system = new TwoLevelSystem();

  @Override
  public SimulatedSystem<TwoLevelRun> system() {
    return system;
  }

  @Override
  public List<String> policies() {
    var policies = new ArrayList<>(GridPolicies.reservationNames());
    policies.add("static");
    return policies;
  }

  @Override
  public boolean crossesSites() {
    return false;
  }

  @Override
  public Instance<TwoLevelRun> instance(CommonWorkload workload) {
    var sites = workload.sites();
    var text =
        new ScenarioSchemas(List.of(system.schema()))
            .packed("two-level")
            .with("providers.count=" + sites.count(), "translation")
            .with("providers.processors=" + sites.processors(), "translation")
            .with("providers.local=easy", "translation")
            .with("jobs.processors=1", "translation") // for generated jobs, of which there are none
            .with("policies=" + policies(), "translation");
    var scenario = TwoLevelReader.read(text);
    return new TwoLevelInstance(
        scenario.name(),
        scenario.policies(),
        workload.jobs().stream().map(TwoLevelTranslation::job).toList(),
        workload.seeds(),
        List.of());
  }

  private static GridJob job(CommonJob job) {
    return new GridJob(
        job.id(),
        job.submitTick(),
        job.runTicks(),
        job.processors(),
        job.estimateTicks(),
        job.own()
            .map(own -> new GridJob.Interval(own.readyTick(), own.dueTick(), job.estimateTicks())),
        job.precedence());
  }

  @Override
  public List<CommonOutcome> outcomes(CommonWorkload workload, TwoLevelRun run) {
    var rows = new TreeMap<Long, TwoLevelJobRow>();
    run.jobs().forEach(row -> rows.put(row.id(), row));
    var outcomes = new ArrayList<CommonOutcome>();
    for (var job : workload.jobs()) {
      var row = rows.get(job.id());
      outcomes.add(
          row != null && row.outcome() == Outcome.FINISHED
              ? CommonOutcome.inSite( // unused time is released at the end of the job
                      job, row.start(), job.runTicks(), row.provider(), workload.sites())
                  .submitted(job, row.submit())
              : CommonOutcome.unplaced(job.id(), 0));
    }
    return outcomes;
  }
}
