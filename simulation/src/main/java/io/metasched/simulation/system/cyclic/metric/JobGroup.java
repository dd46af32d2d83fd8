package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.flow.JobStatus;
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
 * Some jobs of a run. Means are over the finished ones, in units of model time and money; NaN where
 * none has finished.
 *
 * @param jobs the jobs
 * @param parts their placements, in {@link PlacementRow#ORDER}
 * @param finishedJobs those that finished
 */
public record JobGroup(
    List<JobRow> jobs, List<PlacementRow> parts, List<FinishedJob> finishedJobs) {
  /** No jobs. */
  static final JobGroup NONE = new JobGroup(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public JobGroup {
    jobs = List.copyOf(jobs);
    parts = List.copyOf(parts);
    finishedJobs = List.copyOf(finishedJobs);
  }

  private static JobGroup of(List<JobRow> jobs, List<PlacementRow> parts) {
    return new JobGroup(jobs, parts, FinishedJob.of(jobs, parts));
  }

  /** All jobs of a run. */
  public static JobGroup of(CyclicRun run) {
    return of(run.jobs(), run.placements());
  }

  /** The jobs of a run by something that each of them has. */
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

  /** How many jobs there are. */
  public int submitted() {
    return jobs.size();
  }

  /** How many have an outcome. */
  public int count(JobStatus outcome) {
    int count = 0;
    for (var job : jobs) {
      count += job.outcome() == outcome ? 1 : 0;
    }
    return count;
  }

  /** How many finished. */
  public int finished() {
    return count(JobStatus.FINISHED);
  }

  /** How many were waiting or booked when the run ended. */
  public int waiting() {
    return count(JobStatus.WAITING) + count(JobStatus.BOOKED);
  }

  /** How often an owner's refusal put a job back into the queue. */
  public int requeued() {
    return jobs.stream().mapToInt(JobRow::requeues).sum();
  }

  /** How many were stopped at their reserved end. */
  public int stopped() {
    return (int) jobs.stream().filter(JobRow::stopped).count();
  }

  /** From the submission to the start. */
  public double meanStart() {
    return mean(FinishedJob::waitTicks);
  }

  /** From the start to the real end of the last part. */
  public double meanRuntime() {
    return mean(job -> job.finish() - job.start());
  }

  /** The same as reserved. */
  public double meanRuntimePlanned() {
    return mean(job -> job.plannedFinish() - job.start());
  }

  /** From the submission to the real end. */
  public double meanFinish() {
    return mean(job -> job.sinceSubmission(job.finish()));
  }

  /** The same as reserved. */
  public double meanFinishPlanned() {
    return mean(job -> job.sinceSubmission(job.plannedFinish()));
  }

  /** Cost of the window, as charged. */
  public double meanCost() {
    return mean(job -> job.row().costMilli());
  }

  /** Sum of the reserved lengths of the parts. */
  public double meanProcTime() {
    return mean(FinishedJob::plannedProcTicks);
  }

  /** The same in reality. */
  public double meanProcTimeReal() {
    return mean(FinishedJob::procTicks);
  }

  /** Alternatives found in the cycle that booked the job. */
  public double meanAlternatives() {
    return Ticks.PER_UNIT * mean(job -> job.row().alternatives());
  }

  /** Returns in units what each finished job has in thousandths. */
  DoubleStream values(ToDoubleFunction<FinishedJob> thousandths) {
    return finishedJobs.stream().mapToDouble(thousandths).map(value -> value / Ticks.PER_UNIT);
  }

  /** Mean in units of a value in thousandths. */
  private double mean(ToDoubleFunction<FinishedJob> thousandths) {
    double sum = 0;
    for (var job : finishedJobs) {
      sum += thousandths.applyAsDouble(job);
    }
    return finishedJobs.isEmpty() ? Double.NaN : sum / finishedJobs.size() / Ticks.PER_UNIT;
  }
}
