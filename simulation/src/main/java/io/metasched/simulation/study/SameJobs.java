package io.metasched.simulation.study;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;

/**
 * Jobs that two runs have in common, by which both are compared. A run that ended early has not
 * seen the last jobs of the other run; all other jobs must be equal.
 *
 * @param both keys of the jobs of both runs
 * @param onlyFirst number of jobs only in the first run, submitted after all jobs of the second run
 * @param onlySecond number of jobs only in the second run
 * @param otherwiseDiffering other attributes in which some jobs of both runs differ: a limit, a
 *     criterion
 */
record SameJobs(List<String> both, int onlyFirst, int onlySecond, List<String> otherwiseDiffering) {

  /**
   * Pairs the jobs of two sound runs.
   *
   * @throws UsageException if the jobs differ; the message contains the first difference
   */
  static <R, J> SameJobs of(
      ComparedJobs<R, J> compared, SortedMap<String, J> jobs, SortedMap<String, J> others) {
    var both = new ArrayList<String>();
    var differing = new LinkedHashSet<String>();
    jobs.forEach(
        (id, job) -> {
          var other = others.get(id);
          if (other != null) {
            both.add(id);
            requireSame(compared, id, job, other);
            for (var trait : compared.further()) {
              if (!trait.text().apply(job).equals(trait.text().apply(other))) {
                differing.add(trait.name());
              }
            }
          }
        });
    requireLate(compared, jobs, others, "first");
    requireLate(compared, others, jobs, "second");
    if (both.isEmpty()) {
      throw new UsageException("the results are not comparable: they have no job in common");
    }
    return new SameJobs(
        both, jobs.size() - both.size(), others.size() - both.size(), List.copyOf(differing));
  }

  private static <R, J> void requireSame(ComparedJobs<R, J> compared, String id, J job, J other) {
    for (var trait : compared.request()) {
      var first = trait.text().apply(job);
      var second = trait.text().apply(other);
      if (!first.equals(second)) {
        throw new UsageException(
            "the results are not comparable: job %s has %s %s in the first and %s in the second"
                .formatted(id, trait.name(), first, second));
      }
    }
  }

  /**
   * Checks that jobs that exist only in {@code jobs} were submitted no earlier than the last of the
   * other jobs.
   */
  private static <R, J> void requireLate(
      ComparedJobs<R, J> compared,
      SortedMap<String, J> jobs,
      SortedMap<String, J> others,
      String which) {
    var submit = compared.submitTick();
    long last = others.values().stream().mapToLong(submit).max().orElse(Long.MIN_VALUE);
    for (var job : jobs.entrySet()) {
      long tick = submit.applyAsLong(job.getValue());
      if (!others.containsKey(job.getKey()) && tick < last) {
        throw new UsageException(
            "the results are not comparable: job %s, submitted at %s, is only in the %s"
                .formatted(job.getKey(), Decimals.ofThousandths(tick), which));
      }
    }
  }
}
