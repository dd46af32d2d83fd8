package io.metasched.simulation.environment;

import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceOptions;

/**
 * A log of a machine whose jobs are local jobs of owners.
 *
 * @param file name or path of the log, as the user gave it
 * @param jobs the jobs to take, by their ids in the log
 * @param planned whether their times are set beforehand and never offered; else each takes the
 *     first vacant time from its start on
 * @param skipMalformed whether malformed lines are skipped
 */
public record LocalLog(String file, IdRange jobs, boolean planned, boolean skipMalformed) {

  /**
   * How it is read: each job for as long as it ran, whatever its estimate, and jobs of any size, as
   * the machine is that of the owners.
   */
  public TraceOptions options() {
    return TraceOptions.defaults()
        .withJobs(jobs)
        .withProcessors(Integer.MAX_VALUE)
        .withKeepOverruns(true)
        .withSkipMalformed(skipMalformed);
  }
}
