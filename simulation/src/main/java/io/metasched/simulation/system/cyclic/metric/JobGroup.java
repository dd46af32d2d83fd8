package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Group of jobs of a run. Means are over the finished jobs, in units of model time and money; NaN
 * if none has finished.
 *
 * @param jobs the jobs
 * @param parts their placements, in {@link PlacementRow#ORDER}
 * @param finishedJobs the finished jobs
 */
public record JobGroup(
    List<JobRow> jobs, List<PlacementRow> parts, List<FinishedJob> finishedJobs) {
  /** Group without jobs. */
  static final JobGroup NONE = new JobGroup(List.of(), List.of(), List.of());

  public JobGroup {
    jobs = List.copyOf(jobs);
    parts = List.copyOf(parts);
    finishedJobs = List.copyOf(finishedJobs);
  }

  private static JobGroup of(List<JobRow> jobs, List<PlacementRow> parts) {
    return new JobGroup(jobs, parts, FinishedJob.of(jobs, parts));
  }

  /** Returns the group of all jobs of a run. */
  public static JobGroup of(CyclicRun run) {
    return of(run.jobs(), run.placements());
  }

  /** Groups the jobs of a run by a key. */
  public static <K extends Comparable<K>> SortedMap<K, JobGroup> by(
      CyclicRun run, Function<JobRow, K> key) {
    var keys = new TreeMap<JobId, K>();
    var jobs = new TreeMap<K, List<JobRow>>();
    for (var job : run.jobs()) {
      var group = key.apply(job);
      keys.putIfAbsent(job.job().id(), group);
      jobs.computeIfAbsent(group, each -> new ArrayList<>()).add(job);
    }
    var parts = new TreeMap<K, List<PlacementRow>>();
    for (var part : run.placements()) {
      var group = keys.get(part.job());
      if (group != null) {
        parts.computeIfAbsent(group, each -> new ArrayList<>()).add(part);
      }
    }
    var groups = new TreeMap<K, JobGroup>();
    jobs.forEach((k, rows) -> groups.put(k, of(rows, parts.getOrDefault(k, List.of()))));
    return groups;
  }

  /** Returns the number of jobs. */
  public int submitted() {
    return jobs.size();
  }

  /** Returns the number of jobs with the given outcome. */
  public int count(JobStatus outcome) {
    int count = 0;
    for (var job : jobs) {
      count += job.outcome() == outcome ? 1 : 0;
    }
    return count;
  }

  /** Returns the number of finished jobs. */
  public int finished() {
    return count(JobStatus.FINISHED);
  }

  /** Returns the number of jobs that were waiting or booked at the end of the run. */
  public int waiting() {
    return count(JobStatus.WAITING) + count(JobStatus.BOOKED);
  }

  /** Returns the number of times that jobs were requeued after an owner's refusal. */
  public int requeued() {
    return jobs.stream().mapToInt(JobRow::requeues).sum();
  }

  /** Returns the number of jobs that were stopped at their reserved end. */
  public int stopped() {
    return (int) jobs.stream().filter(JobRow::stopped).count();
  }

  /** Returns the mean time from the submission to the start. */
  public double meanStart() {
    return mean(FinishedJob::waitTicks);
  }

  /** Returns the mean time from the start to the real end of the last part. */
  public double meanRuntime() {
    return mean(job -> job.finish() - job.start());
  }

  /** Returns the mean time from the start to the reserved end of the last part. */
  public double meanRuntimePlanned() {
    return mean(job -> job.plannedFinish() - job.start());
  }

  /** Returns the mean time from the submission to the real end. */
  public double meanFinish() {
    return mean(job -> job.sinceSubmission(job.finish()));
  }

  /** Returns the mean time from the submission to the reserved end. */
  public double meanFinishPlanned() {
    return mean(job -> job.sinceSubmission(job.plannedFinish()));
  }

  /** Returns the mean cost of the window, as charged. */
  public double meanCost() {
    return mean(job -> job.row().costMilli());
  }

  /** Returns the mean sum of the reserved lengths of the parts. */
  public double meanProcTime() {
    return mean(FinishedJob::plannedProcTicks);
  }

  /** Returns the mean sum of the real lengths of the parts. */
  public double meanProcTimeReal() {
    return mean(FinishedJob::procTicks);
  }

  /** Returns the mean number of alternatives found in the cycle that booked the job. */
  public double meanAlternatives() {
    return Ticks.PER_UNIT * mean(job -> job.row().alternatives());
  }

  /** Returns the values of the finished jobs in units, from values in thousandths. */
  DoubleStream values(ToDoubleFunction<FinishedJob> thousandths) {
    return finishedJobs.stream().mapToDouble(thousandths).map(value -> value / Ticks.PER_UNIT);
  }

  /** Returns the mean in units of values in thousandths. */
  private double mean(ToDoubleFunction<FinishedJob> thousandths) {
    double sum = 0;
    for (var job : finishedJobs) {
      sum += thousandths.applyAsDouble(job);
    }
    return finishedJobs.isEmpty() ? Double.NaN : sum / finishedJobs.size() / Ticks.PER_UNIT;
  }
}
