package io.metasched.simulation.system.cyclic.model;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.JobTraits;
import io.metasched.simulation.workload.LublinJobs;
import io.metasched.simulation.workload.SyntheticWorkload;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.Workload;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;

/** Source of a job flow. */
public sealed interface JobSource {

  /** Generated jobs. */
  record Synthetic(SyntheticWorkload workload) implements JobSource {}

  /**
   * Jobs drawn from a workload model.
   *
   * @param workload conversion of the jobs, as for jobs of a log
   * @param users number of users who submit the jobs
   */
  record Drawn(TraceWorkload workload, LublinJobs model, int users) implements JobSource {}

  /**
   * Jobs from a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param isRequired whether a job is refused if one of its preceding jobs never ran
   */
  record Logged(TraceWorkload workload, String file, TraceOptions options, boolean isRequired)
      implements JobSource {
    /** Returns the jobs of the log. */
    Workload jobs(Trace trace, Seeds seeds) {
      var jobs = workload.of(trace, options, seeds);
      return isRequired ? jobs.requiring() : jobs;
    }
  }

  /**
   * Jobs from a file written by a user.
   *
   * @param file name or path of the file
   * @param template draws the properties that the file does not contain
   * @param users number of users if none are named
   */
  record Own(String file, JobTraits template, int users) implements JobSource {}
}
