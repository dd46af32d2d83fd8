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
 * Makes the jobs of a log the jobs of a replay: the run times that schedulers expect, how dense the
 * arrivals are, and which job comes at which of them.
 *
 * @param estimates the run times that schedulers expect
 * @param arrivalFactor the times of submission are multiplied by it; below 1 the load grows
 * @param shuffleSeed deals the jobs out anew to the times of submission; empty leaves them
 */
public record ReplayInput(EstimateModel estimates, double arrivalFactor, OptionalLong shuffleSeed) {
  private static final Comparator<ReplayJob> BY_ARRIVAL =
      Comparator.comparingLong(ReplayJob::submitTick).thenComparingLong(ReplayJob::id);

  /** As the log has it. */
  public static final ReplayInput AS_LOGGED =
      new ReplayInput(EstimateModel.LOGGED, 1, OptionalLong.empty());

  /** The jobs of a replay, by (submit, id). */
  public List<ReplayJob> jobs(List<TraceJob> logged) {
    return jobs(logged, 0);
  }

  /** The jobs of a replication of a replay, by (submit, id); each is shuffled in another way. */
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
