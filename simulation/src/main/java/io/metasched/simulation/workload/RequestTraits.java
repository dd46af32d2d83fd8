package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;

/**
 * What users ask for beside the size of a rigid job. The numbers of a job derive from its id.
 *
 * @param leastEstimateFactor least multiple of the run time that users ask for, at least 1
 * @param mostEstimateFactor greatest multiple, uniform from the least
 * @param meanLeadTicks mean time from a submission to the start that a reservation would ask for,
 *     exponentially distributed
 */
public record RequestTraits(
    double leastEstimateFactor, double mostEstimateFactor, long meanLeadTicks) {
  private static final int USER_UNKNOWN = -1;

  /** The job with what its user asks for. */
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
