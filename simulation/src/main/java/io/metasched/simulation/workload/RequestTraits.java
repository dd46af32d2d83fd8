package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;

/**
 * Requests of users besides the size of a rigid job. The numbers of a job are derived from its id.
 *
 * @param leastEstimateFactor minimum estimate as a multiple of the run time, at least 1
 * @param mostEstimateFactor maximum estimate as a multiple of the run time; multiples are uniform
 *     between both
 * @param meanLeadTicks mean time from a submission to the requested start of a reservation,
 *     exponentially distributed
 */
public record RequestTraits(
    double leastEstimateFactor, double mostEstimateFactor, long meanLeadTicks) {
  private static final int USER_UNKNOWN = -1;

  /** Returns the job with its user's requests. */
  TraceJob job(long id, long submitTicks, long runTicks, int processors, Seeds seeds) {
    double factor =
        JobTraits.uniform(seeds, "estimate", id, leastEstimateFactor, mostEstimateFactor);
    return new TraceJob(
        id,
        submitTicks,
        runTicks,
        processors,
        Math.max(runTicks, Math.round(runTicks * factor)),
        USER_UNKNOWN,
        false,
        runTicks,
        exponential(seeds, "lead", id, meanLeadTicks));
  }

  static long exponential(Seeds seeds, String purpose, long id, long mean) {
    double uniform = seeds.generator(purpose, id).nextDouble();
    return Math.round(-mean * StrictMath.log1p(-uniform));
  }
}
