package io.metasched.simulation.translation;

import io.metasched.simulation.random.Seeds;
import java.util.List;

/**
 * Input of all systems: equal jobs for equal processors.
 *
 * @param sites processors
 * @param jobs jobs by (submission, id), at least one
 * @param seeds seeds of the random numbers of systems
 * @param notes remarks on the jobs
 */
public record CommonWorkload(
    CommonSites sites, List<CommonJob> jobs, Seeds seeds, List<String> notes) {
  /**
   * @throws IllegalArgumentException if there is no job, or if one needs more processors than a
   *     site has
   */
  public CommonWorkload {
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException("there must be a job");
    }
    for (var job : jobs) {
      if (job.processors() > sites.processors()) {
        throw new IllegalArgumentException(
            "job %d needs %d processors, more than the %d of a site"
                .formatted(job.id(), job.processors(), sites.processors()));
      }
    }
  }

  /** Returns the number of users: the users are 0, 1, 2 and so on. */
  public int users() {
    return 1 + jobs.stream().mapToInt(CommonJob::user).max().orElseThrow();
  }
}
