package io.metasched.simulation.system.cyclic.environment;

import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceOptions;

/**
 * Log of a machine whose jobs are local jobs of owners.
 *
 * @param file name or path of the log, as given by the user
 * @param jobs ids of the jobs to take from the log
 * @param planned whether their times are fixed in advance and never offered; otherwise, each job
 *     takes the first vacant time from its start on
 * @param skipMalformed whether malformed lines are skipped
 */
public record LocalLog(String file, IdRange jobs, boolean planned, boolean skipMalformed) {

  /**
   * Returns the options for reading the log. Each job takes its logged run time, regardless of its
   * estimate, and may have any size, because the machine belongs to the owners.
   */
  public TraceOptions options() {
    return TraceOptions.defaults()
        .withJobs(jobs)
        .withProcessors(Integer.MAX_VALUE)
        .withKeepOverruns(true)
        .withSkipMalformed(skipMalformed);
  }
}
