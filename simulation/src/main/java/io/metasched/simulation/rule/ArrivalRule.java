package io.metasched.simulation.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.workload.trace.Precedence;
import java.util.List;
import java.util.SortedMap;

/** Rule that jobs are submitted when their preceding jobs have ended. */
public final class ArrivalRule {
  /**
   * Job of a run.
   *
   * @param logged logged submission; -1 if it does not wait for other jobs
   */
  public record Arrival(long id, long submit, long logged, Precedence after) {}

  private ArrivalRule() {}

  /**
   * Checks all jobs.
   *
   * @param ends end of each job, by its id
   */
  public static void check(List<Arrival> jobs, SortedMap<Long, Long> ends, RuleReport report) {
    for (var job : jobs) {
      check(job, ends, report);
    }
  }

  private static void check(Arrival job, SortedMap<Long, Long> ends, RuleReport report) {
    if (job.after().jobs().isEmpty()) {
      if (job.logged() != -1) {
        report.add("job " + job.id(), "without a preceding job, it has no logged submission");
      }
      return;
    }
    long expected = job.logged();
    for (long preceding : job.after().jobs()) {
      var end = ends.get(preceding);
      if (end == null) {
        report.add("job " + job.id(), "its preceding job %d must exist and have ended", preceding);
        return;
      }
      expected = Math.max(expected, end + job.after().thinkTicks());
    }
    if (job.logged() < 0 || job.submit() != expected) {
      report.add(
          "job " + job.id(),
          "it must be submitted at %s, when its preceding jobs have ended, but was submitted at %s",
          seconds(expected),
          seconds(job.submit()));
    }
  }
}
