package io.metasched.simulation.translation;

import io.metasched.simulation.random.Seeds;
import java.util.List;

/**
 * What all systems get: the same jobs for the same processors.
 *
 * @param sites the processors
 * @param jobs by (submission, id), at least one
 * @param seeds what random numbers of systems derive from
 * @param notes what to know about the jobs
 */
public record CommonWorkload(
    CommonSites sites, List<CommonJob> jobs, Seeds seeds, List<String> notes) {
  /** Jobs that need no notes. */
  public CommonWorkload(CommonSites sites, List<CommonJob> jobs, Seeds seeds) {
    this(sites, jobs, seeds, List.of());
  }

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException without a job, or for one that no site has the processors for
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

  /** How many users there are: the users are 0, 1, 2 and so on. */
  public int users() {
    return 1 + jobs.stream().mapToInt(CommonJob::user).max().orElseThrow();
  }
}
