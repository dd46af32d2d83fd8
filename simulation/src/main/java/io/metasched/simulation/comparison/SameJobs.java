package io.metasched.simulation.comparison;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.result.Decimals;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.RunResult;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The jobs that two runs have in common, in which both are compared. A run that ended early has not
 * seen the last jobs of the other; otherwise the jobs must be the same.
 *
 * @param both ids in both runs
 * @param onlyFirst how many jobs came only in the first run, behind all of the second
 * @param onlySecond how many came only in the second
 * @param otherwiseDiffering what else some jobs of both runs differ in: a limit, a criterion
 */
record SameJobs(List<JobId> both, int onlyFirst, int onlySecond, List<String> otherwiseDiffering) {

  /**
   * Pairs the jobs of two sound runs.
   *
   * @throws UsageException when the jobs differ, naming the first difference
   */
  static SameJobs of(RunResult first, RunResult second) {
    var jobs = jobs(first);
    var others = jobs(second);
    var ids = new TreeMap<JobId, Job>(jobs);
    ids.putAll(others);
    var both = ids.keySet().stream().filter(jobs::containsKey).filter(others::containsKey).toList();
    var differing = new LinkedHashSet<String>();
    for (var id : both) {
      requireSame(job(jobs, id), job(others, id), differing);
    }
    requireLate(jobs, others, "first");
    requireLate(others, jobs, "second");
    if (both.isEmpty()) {
      throw new UsageException("the results are not comparable: they have no job in common");
    }
    return new SameJobs(
        both, jobs.size() - both.size(), others.size() - both.size(), List.copyOf(differing));
  }

  private static NavigableMap<JobId, Job> jobs(RunResult run) {
    var jobs = new TreeMap<JobId, Job>();
    run.jobs().stream().map(JobRow::job).forEach(job -> jobs.put(job.id(), job));
    return jobs;
  }

  private static Job job(NavigableMap<JobId, Job> jobs, JobId id) {
    var job = jobs.get(id);
    if (job == null) {
      throw new IllegalStateException("no job " + id);
    }
    return job;
  }

  private static void requireSame(Job one, Job other, Set<String> differing) {
    requireSame(
        one,
        "submit",
        Decimals.ofThousandths(one.submitTick()),
        Decimals.ofThousandths(other.submitTick()));
    requireSame(one, "nodes", Integer.toString(one.nodes()), Integer.toString(other.nodes()));
    requireSame(one, "work", work(one), work(other));
    note(differing, "user", one.user() == other.user());
    note(differing, "requirements", one.requirements().equals(other.requirements()));
    note(differing, "costLimit", one.costLimitMilli() == other.costLimitMilli());
    note(differing, "deadline", one.deadlineTick() == other.deadlineTick());
    note(differing, "criterion", one.criterion() == other.criterion());
  }

  private static void note(Set<String> differing, String what, boolean same) {
    if (!same) {
      differing.add(what);
    }
  }

  private static String work(Job job) {
    return "%s of %s".formatted(Decimals.ofThousandths(job.work().amount()), job.work().basis());
  }

  private static void requireSame(Job job, String what, String first, String second) {
    if (!first.equals(second)) {
      throw new UsageException(
          "the results are not comparable: job %s has %s %s in the first and %s in the second"
              .formatted(job.id(), what, first, second));
    }
  }

  /** Holds that what only {@code jobs} has came no earlier than the last of the others. */
  private static void requireLate(
      NavigableMap<JobId, Job> jobs, NavigableMap<JobId, Job> others, String which) {
    long last = others.values().stream().mapToLong(Job::submitTick).max().orElse(Long.MIN_VALUE);
    var early =
        jobs.values().stream()
            .filter(job -> !others.containsKey(job.id()) && job.submitTick() < last)
            .min(Comparator.comparingLong(Job::submitTick).thenComparing(Job::id));
    if (early.isPresent()) {
      throw new UsageException(
          "the results are not comparable: job %s, submitted at %s, is only in the %s"
              .formatted(
                  early.get().id(), Decimals.ofThousandths(early.get().submitTick()), which));
    }
  }
}
