package io.metasched.simulation.system.replay;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.workload.EstimateModel;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.rng.sampling.ListSampler;

/**
 * Conversion of the jobs of a log into the jobs of a replay: expected run times, density of the
 * arrivals, and the assignment of jobs to arrivals.
 *
 * @param estimates run times that schedulers expect
 * @param arrivalFactor factor of the submit times; below 1, the load grows
 * @param shuffleSeed seed for the random reassignment of the jobs to the submit times; empty for
 *     none
 */
public record ReplayInput(EstimateModel estimates, double arrivalFactor, OptionalLong shuffleSeed) {
  private static final Comparator<ReplayJob> BY_ARRIVAL =
      Comparator.comparingLong(ReplayJob::submitTick).thenComparingLong(ReplayJob::id);

  /** No changes to the log. */
  public static final ReplayInput AS_LOGGED =
      new ReplayInput(EstimateModel.LOGGED, 1, OptionalLong.empty());

  /** Returns the jobs of a replay, by (submit, id). */
  public List<ReplayJob> jobs(List<TraceJob> logged) {
    return jobs(logged, 0);
  }

  /**
   * Returns the jobs of a replication of a replay, by (submit, id); each replication is shuffled
   * differently.
   */
  public List<ReplayJob> jobs(List<TraceJob> logged, int replication) {
    var submits = new ArrayList<Long>(logged.size());
    logged.forEach(job -> submits.add(Math.round(job.submitTicks() * arrivalFactor)));
    var bodies = new ArrayList<>(logged);
    if (shuffleSeed.isPresent()) {
      var seeds = new Seeds(shuffleSeed.getAsLong(), "replay", replication);
      ListSampler.shuffle(seeds.generator("shuffle", 0), bodies);
    }
    var jobs = new ArrayList<ReplayJob>(logged.size());
    for (int i = 0; i < bodies.size(); i++) {
      var job = bodies.get(i);
      jobs.add(
          new ReplayJob(
              job.id(),
              submits.get(i),
              job.runTicks(),
              job.processors(),
              estimates.estimateTicks(job),
              job.user(),
              job.loggedRunTicks() > job.runTicks(),
              job.precedence()));
    }
    jobs.sort(BY_ARRIVAL);
    return jobs;
  }
}
