package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of a flow of rigid jobs in the form of a log; each job needs a number of processors
 * simultaneously for its run time. Interarrival times and lead times are exponential, run times
 * log-uniform, sizes powers of two with equal probability; all numbers are independent. The numbers
 * of a job are derived from its id, so that a longer flow begins with the jobs of a shorter flow.
 *
 * @param jobs number of jobs
 * @param meanInterarrivalTicks mean time between two submissions, at least 1
 * @param mostProcessors maximum size, at least 1; sizes are the powers of two up to this maximum
 * @param leastRunTicks minimum run time, at least a second
 * @param mostRunTicks maximum run time
 * @param traits requests besides the size
 */
public record RigidWorkload(
    int jobs,
    long meanInterarrivalTicks,
    int mostProcessors,
    long leastRunTicks,
    long mostRunTicks,
    RequestTraits traits)
    implements RigidJobs {

  /** Generates the jobs, numbered from 1 in order of submission; the first is submitted at 0. */
  @Override
  public List<TraceJob> generate(Seeds seeds) {
    var generated = new ArrayList<TraceJob>(jobs);
    long submit = 0;
    for (long number = 1; number <= jobs; number++) {
      generated.add(job(number, submit, seeds));
      submit += RequestTraits.exponential(seeds, "interarrival", number, meanInterarrivalTicks);
    }
    return generated;
  }

  private TraceJob job(long number, long submitTick, Seeds seeds) {
    int sizes = Integer.SIZE - Integer.numberOfLeadingZeros(mostProcessors);
    int processors = 1 << seeds.generator("size", number).nextInt(sizes);
    double exponent =
        JobTraits.uniform(
            seeds, "run", number, log((double) leastRunTicks), log((double) mostRunTicks));
    long run =
        Math.max(leastRunTicks, Math.min(mostRunTicks, Math.round(StrictMath.exp(exponent))));
    return traits.job(number, submitTick, run, processors, seeds);
  }

  private static double log(double ticks) {
    return StrictMath.log(ticks);
  }
}
