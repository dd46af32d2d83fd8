package io.metasched.simulation.comparison;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.metric.Outcome;
import io.metasched.simulation.replication.Difference;
import io.metasched.simulation.result.RunResult;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Two runs of the same jobs, job by job. The intervals describe the jobs of these two runs: jobs of
 * one run share its nodes and its queue and are no independent observations of the policies.
 *
 * @param first the first run
 * @param second the second run
 * @param common jobs that both runs have
 * @param finishedInBoth jobs that finished in both, over which the differences are taken
 * @param finishedOnlyFirst jobs that finished only in the first
 * @param finishedOnlySecond jobs that finished only in the second
 * @param otherwiseDiffering what else some jobs differ in, such as their criterion
 * @param differences by statistic, in units of time and money
 */
public record RunComparison(
    Side first,
    Side second,
    int common,
    int finishedInBoth,
    int finishedOnlyFirst,
    int finishedOnlySecond,
    List<String> otherwiseDiffering,
    List<StatisticDifference> differences) {

  private static final List<Statistic> STATISTICS =
      List.of(
          new Statistic("start", o -> units(o.sinceSubmission(o.start()))),
          new Statistic("runtime", o -> units(o.finish() - o.start())),
          new Statistic("finish", o -> units(o.sinceSubmission(o.finish()))),
          new Statistic("cost", o -> units(o.row().costMilli())),
          new Statistic("procTime", o -> units(o.plannedProcTicks())),
          new Statistic("procTimeReal", o -> units(o.procTicks())),
          new Statistic("alternatives", o -> o.row().alternatives()));

  /**
   * One of the two runs.
   *
   * @param onlyHere jobs that the other run ended too early to see
   * @param waiting jobs that wait or are booked when the run ends
   */
  public record Side(
      String scenario,
      String policy,
      long seed,
      int submitted,
      int onlyHere,
      int finished,
      int refused,
      int withdrawn,
      int waiting) {

    private static Side of(RunResult run, int onlyHere) {
      return new Side(
          run.header().scenario(),
          run.header().policy(),
          run.header().seed(),
          run.jobs().size(),
          onlyHere,
          count(run, JobStatus.FINISHED),
          count(run, JobStatus.REFUSED),
          count(run, JobStatus.WITHDRAWN),
          count(run, JobStatus.WAITING) + count(run, JobStatus.BOOKED));
    }

    private static int count(RunResult run, JobStatus fate) {
      return (int) run.jobs().stream().filter(job -> job.fate() == fate).count();
    }
  }

  /** How a statistic differs, job by job. */
  public record StatisticDifference(String statistic, Difference difference) {}

  private record Statistic(String name, ToDoubleFunction<Outcome> value) {}

  public RunComparison {
    otherwiseDiffering = List.copyOf(otherwiseDiffering);
    differences = List.copyOf(differences);
  }

  /**
   * Compares two sound runs.
   *
   * @throws UsageException when their jobs differ
   */
  static RunComparison of(RunResult first, RunResult second) {
    var jobs = SameJobs.of(first, second);
    var outcomes = Outcome.ofFinished(first);
    var others = Outcome.ofFinished(second);
    var finished =
        jobs.both().stream().filter(outcomes::containsKey).filter(others::containsKey).toList();
    var differences =
        STATISTICS.stream()
            .map(
                statistic ->
                    new StatisticDifference(
                        statistic.name(),
                        Difference.paired(
                            values(finished, outcomes, statistic),
                            values(finished, others, statistic))))
            .toList();
    return new RunComparison(
        Side.of(first, jobs.onlyFirst()),
        Side.of(second, jobs.onlySecond()),
        jobs.both().size(),
        finished.size(),
        outcomes.size() - finished.size(),
        others.size() - finished.size(),
        jobs.otherwiseDiffering(),
        differences);
  }

  private static double[] values(
      List<JobId> jobs, NavigableMap<JobId, Outcome> outcomes, Statistic statistic) {
    return jobs.stream()
        .map(job -> Objects.requireNonNull(outcomes.get(job)))
        .mapToDouble(statistic.value())
        .toArray();
  }

  private static double units(long thousandths) {
    return (double) thousandths / Ticks.PER_UNIT;
  }
}
