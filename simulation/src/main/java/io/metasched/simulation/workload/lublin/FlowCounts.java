package io.metasched.simulation.workload.lublin;

import java.util.List;

/**
 * Statistics of a generated job flow.
 *
 * @param jobs number of jobs
 * @param processors processors of the machine
 * @param seed seed of the run
 * @param setting set of published parameters
 * @param batch number of batch jobs; 0 if types are not distinguished
 * @param interactive number of interactive jobs
 * @param serial number of jobs on one processor
 * @param firstArrivalSeconds first arrival
 * @param lastArrivalSeconds last arrival
 * @param workSeconds sum of processors x run time
 * @param offeredLoad work divided by the capacity of the machine from the first arrival to the
 *     last; 0 if these coincide
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

  /** Returns the statistics of a log with at least one job. */
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
