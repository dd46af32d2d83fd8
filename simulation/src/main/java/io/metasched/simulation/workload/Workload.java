package io.metasched.simulation.workload;

import java.util.Comparator;
import java.util.List;

/**
 * The job flow of a run.
 *
 * @param jobs by (submission, id)
 * @param users how many users there are: the users are 0, 1, 2 and so on
 * @param notes what a reader of the results should know about the jobs, such as what was dropped
 */
public record Workload(List<SimulatedJob> jobs, int users, List<String> notes) {
  private static final Comparator<SimulatedJob> ORDER =
      Comparator.<SimulatedJob>comparingLong(job -> job.job().submitTick())
          .thenComparing(job -> job.job().id());

  public Workload {
    jobs = jobs.stream().sorted(ORDER).toList();
    notes = List.copyOf(notes);
  }
}
