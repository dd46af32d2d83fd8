package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.kernel.ComparedJobs.JobTrait;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Job in the comparison of two runs.
 *
 * @param row job as submitted, and its outcome
 * @param finished times of the job, if it finished
 */
public record ComparedJob(JobRow row, Optional<FinishedJob> finished) {
  /** Pairing of the jobs of two runs, and the compared values. */
  public static final ComparedJobs<CyclicRun, ComparedJob> ALL =
      new ComparedJobs<>(
          ComparedJob::byId,
          compared -> compared.row.job().submitTick(),
          List.of(
              trait("submit", job -> Decimals.ofThousandths(job.submitTick())),
              trait("nodes", job -> Integer.toString(job.nodes())),
              trait("work", ComparedJob::work)),
          List.of(
              trait("user", job -> Integer.toString(job.user())),
              trait("requirements", job -> job.requirements().toString()),
              trait("costLimit", job -> Long.toString(job.costLimitMilli())),
              trait("deadline", job -> Long.toString(job.deadlineTick())),
              trait("criterion", job -> job.criterion().label())),
          compared -> outcome(compared.row.outcome()).label(),
          List.of(
              time("start", "Start after the submission", f -> f.sinceSubmission(f.start())),
              time("runtime", "Runtime", f -> (double) (f.finish() - f.start())),
              time("finish", "Finish after the submission", f -> f.sinceSubmission(f.finish())),
              measure("cost", "Cost", Unit.MONEY, f -> units((double) f.row().costMilli())),
              time("procTime", "Processor time", FinishedJob::plannedProcTicks),
              time("procTimeReal", "Processor time in reality", FinishedJob::procTicks),
              measure(
                  "alternatives", "Alternatives", Unit.ALTERNATIVES, f -> f.row().alternatives())));

  private static SortedMap<String, ComparedJob> byId(CyclicRun run) {
    var finished = new TreeMap<JobId, FinishedJob>();
    JobGroup.of(run).finishedJobs().forEach(job -> finished.put(job.row().job().id(), job));
    var jobs = new TreeMap<String, ComparedJob>(Comparator.comparing(ComparedJob::id));
    for (var row : run.jobs()) {
      var id = row.job().id();
      jobs.put(id.toString(), new ComparedJob(row, Optional.ofNullable(finished.get(id))));
    }
    return jobs;
  }

  /** Parses a job id written by {@link JobId#toString}. */
  private static JobId id(String text) {
    int slash = text.indexOf('/');
    int vo = slash < 0 ? 0 : Integer.parseInt(text.substring(0, slash));
    return new JobId(vo, Long.parseLong(text.substring(slash + 1)));
  }

  private static JobTrait<ComparedJob> trait(String name, Function<Job, String> text) {
    return new JobTrait<>(name, compared -> text.apply(compared.row.job()));
  }

  private static String work(Job job) {
    return "%s of %s".formatted(Decimals.ofThousandths(job.work().amount()), job.work().basis());
  }

  /** Returns the outcome; a job that is still booked at the end counts as waiting for its start. */
  private static JobStatus outcome(JobStatus status) {
    return status == JobStatus.BOOKED ? JobStatus.WAITING : status;
  }

  private static JobMeasure<ComparedJob> time(
      String key, String title, ToDoubleFunction<FinishedJob> ticks) {
    return measure(key, title, Unit.TIME, job -> units(ticks.applyAsDouble(job)));
  }

  private static JobMeasure<ComparedJob> measure(
      String key, String title, Unit unit, ToDoubleFunction<FinishedJob> value) {
    return new JobMeasure<>(
        key, title, unit, job -> job.finished.map(value::applyAsDouble).orElse(Double.NaN));
  }

  private static double units(double thousandths) {
    return thousandths / Ticks.PER_UNIT;
  }
}
