package io.metasched.simulation.metric;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.result.JobRow;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Counts and means over a group of jobs. Means are over the finished ones, in units of model time
 * and money; NaN where none has finished.
 *
 * @param group what the jobs have in common
 * @param requeued how often an owner's no put a job back
 * @param meanStart from the submission to the start
 * @param meanRuntime from the start to the real end of the last part
 * @param meanRuntimePlanned the same as reserved
 * @param meanFinish from the submission to the real end
 * @param meanFinishPlanned the same as reserved
 * @param meanCost cost of the window, as charged
 * @param meanProcTime T_CPU: sum of the reserved lengths of the parts
 * @param meanProcTimeReal the same in reality
 * @param meanAlternatives alternatives found in the cycle that booked the job
 */
public record JobStatistics(
    String group,
    int submitted,
    int finished,
    int refused,
    int withdrawn,
    int waiting,
    int requeued,
    int stopped,
    double meanStart,
    double meanRuntime,
    double meanRuntimePlanned,
    double meanFinish,
    double meanFinishPlanned,
    double meanCost,
    double meanProcTime,
    double meanProcTimeReal,
    double meanAlternatives) {

  static JobStatistics of(String group, List<JobRow> jobs, List<Outcome> finished) {
    return new JobStatistics(
        group,
        jobs.size(),
        count(jobs, JobStatus.FINISHED),
        count(jobs, JobStatus.REFUSED),
        count(jobs, JobStatus.WITHDRAWN),
        count(jobs, JobStatus.WAITING) + count(jobs, JobStatus.BOOKED),
        jobs.stream().mapToInt(JobRow::requeues).sum(),
        (int) jobs.stream().filter(JobRow::stopped).count(),
        mean(finished, o -> o.sinceSubmission(o.start())),
        mean(finished, o -> o.finish() - o.start()),
        mean(finished, o -> o.plannedFinish() - o.start()),
        mean(finished, o -> o.sinceSubmission(o.finish())),
        mean(finished, o -> o.sinceSubmission(o.plannedFinish())),
        mean(finished, o -> o.row().costMilli()),
        mean(finished, Outcome::plannedProcTicks),
        mean(finished, Outcome::procTicks),
        Ticks.PER_UNIT * mean(finished, o -> o.row().alternatives()));
  }

  private static int count(List<JobRow> jobs, JobStatus fate) {
    return (int) jobs.stream().filter(job -> job.fate() == fate).count();
  }

  /** Mean in units of a value in thousandths. */
  private static double mean(List<Outcome> finished, ToDoubleFunction<Outcome> thousandths) {
    double sum = 0;
    for (var outcome : finished) {
      sum += thousandths.applyAsDouble(outcome);
    }
    return finished.isEmpty() ? Double.NaN : sum / finished.size() / Ticks.PER_UNIT;
  }
}
