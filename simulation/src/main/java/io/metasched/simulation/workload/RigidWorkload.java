package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * A generated flow of rigid jobs, in the form in which logs have them: each needs a number of
 * processors at once for its run time. Interarrival times and lead times are exponential, run times
 * log-uniform, sizes powers of two, each as likely as the others; nothing depends on anything else.
 * The numbers of a job derive from its id, so that a longer flow begins like a shorter one.
 *
 * @param jobs how many there are
 * @param meanInterarrivalTicks mean time between two submissions, at least 1
 * @param mostProcessors sizes are the powers of two up to it, at least 1
 * @param leastRunTicks least run time, at least a second
 * @param mostRunTicks greatest run time
 * @param traits what users ask for beside the size
 */
public record RigidWorkload(
    int jobs,
    long meanInterarrivalTicks,
    int mostProcessors,
    long leastRunTicks,
    long mostRunTicks,
    RequestTraits traits)
    implements RigidJobs {

  /** Generates the jobs, numbered from 1, by submission; the first comes at 0. */
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
