package io.metasched.simulation.workload.lublin;

import java.util.List;

/**
 * What a generated job flow came to.
 *
 * @param jobs how many there are
 * @param processors of the machine
 * @param seed of the run
 * @param setting which published numbers were taken
 * @param batch how many jobs are batch jobs; 0 where types are not told apart
 * @param interactive how many are interactive
 * @param serial how many run on one processor
 * @param firstArrivalSeconds when the first comes
 * @param lastArrivalSeconds when the last comes
 * @param workSeconds sum of processors x run time
 * @param offeredLoad the work over what the machine can do from the first arrival to the last; 0
 *     where these are one
 */
public record FlowCounts(
    int jobs,
    int processors,
    long seed,
    String setting,
    int batch,
    int interactive,
    int serial,
    long firstArrivalSeconds,
    long lastArrivalSeconds,
    long workSeconds,
    double offeredLoad) {

  /** The counts of a log; it has at least one job. */
  public static FlowCounts of(LublinLog log) {
    var jobs = log.jobs();
    long first = jobs.get(0).arrivalSeconds();
    long last = jobs.get(jobs.size() - 1).arrivalSeconds();
    long work = jobs.stream().mapToLong(job -> job.processors() * job.runSeconds()).sum();
    double capacity = (double) log.processors() * (last - first);
    return new FlowCounts(
        jobs.size(),
        log.processors(),
        log.seed(),
        log.setting().words(),
        ofType(jobs, JobType.BATCH),
        ofType(jobs, JobType.INTERACTIVE),
        (int) jobs.stream().filter(job -> job.processors() == 1).count(),
        first,
        last,
        work,
        capacity == 0 ? 0 : work / capacity);
  }

  private static int ofType(List<GeneratedJob> jobs, JobType type) {
    return (int) jobs.stream().filter(job -> job.type() == type).count();
  }
}
