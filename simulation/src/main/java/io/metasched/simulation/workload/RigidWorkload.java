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
 * @param leastEstimateFactor least multiple of the run time that users ask for, at least 1
 * @param mostEstimateFactor greatest multiple, uniform from the least
 * @param meanLeadTicks mean time from a submission to the start that a reservation would ask for
 */
public record RigidWorkload(
    int jobs,
    long meanInterarrivalTicks,
    int mostProcessors,
    long leastRunTicks,
    long mostRunTicks,
    double leastEstimateFactor,
    double mostEstimateFactor,
    long meanLeadTicks) {
  private static final int USER_UNKNOWN = -1;

  /** Generates the jobs, numbered from 1, by submission; the first comes at 0. */
  public List<TraceJob> generate(Seeds seeds) {
    var generated = new ArrayList<TraceJob>(jobs);
    long submit = 0;
    for (long number = 1; number <= jobs; number++) {
      generated.add(job(number, submit, seeds));
      submit += exponential(seeds, "interarrival", number, meanInterarrivalTicks);
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
    double factor =
        JobTraits.uniform(seeds, "estimate", number, leastEstimateFactor, mostEstimateFactor);
    return new TraceJob(
        number,
        submitTick,
        run,
        processors,
        Math.max(run, Math.round(run * factor)),
        USER_UNKNOWN,
        false,
        run,
        exponential(seeds, "lead", number, meanLeadTicks));
  }

  private static double log(double ticks) {
    return StrictMath.log(ticks);
  }

  private static long exponential(Seeds seeds, String purpose, long number, long mean) {
    double uniform = seeds.generator(purpose, number).nextDouble();
    return Math.round(-mean * StrictMath.log1p(-uniform));
  }
}
