package io.metasched.simulation.system.cyclic;

import io.metasched.simulation.workload.JobTraits;
import io.metasched.simulation.workload.LublinJobs;
import io.metasched.simulation.workload.SyntheticWorkload;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;

/** Where a job flow comes from. */
public sealed interface JobSource {

  /** Jobs are generated. */
  record Synthetic(SyntheticWorkload workload) implements JobSource {}

  /**
   * Jobs are drawn by a workload model.
   *
   * @param workload what becomes of them, as of those of a log
   * @param users how many submit them
   */
  record Drawn(TraceWorkload workload, LublinJobs model, int users) implements JobSource {}

  /**
   * Jobs are read from a log.
   *
   * @param file name or path of the log, as the user gave it
   */
  record Logged(TraceWorkload workload, String file, TraceOptions options) implements JobSource {}

  /**
   * Jobs are read from a file that a user wrote.
   *
   * @param file name or path of it
   * @param template draws what the file does not say
   * @param users how many users there are where none is named
   */
  record Own(String file, JobTraits template, int users) implements JobSource {}
}
