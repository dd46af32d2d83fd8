package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Work;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Conversion of rigid jobs of a log or a workload model to a job flow.
 *
 * <p>A rigid job requests as many nodes as it requested processors, and the volume that a node of
 * the reference performance does in the requested time. Its real volume corresponds to its run
 * time; the job is stopped if this volume exceeds the request. Values that no log contains, such as
 * budgets and criteria, are generated. Times are shifted so that the first job is submitted at 0.
 *
 * @param referencePerformance performance of a node on which the times of the rigid jobs hold
 * @param traits values that the log does not contain
 */
public record TraceWorkload(int referencePerformance, JobTraits traits) {
  /** Notes on values that no log contains, with their sources. */
  private static final List<String> TEMPLATE =
      List.of(
          "budget: not in the log, drawn from jobs.budget-factor",
          "criterion: not in the log, drawn from jobs.criteria",
          "deadline: not in the log, drawn from jobs.deadline",
          "requirements: not in the log, drawn from jobs.demanding and jobs.properties",
          "priority: not in the log, drawn from jobs.priority");

  /**
   * Returns the jobs of the log.
   *
   * @param options options that determine whether dependencies are honoured
   */
  public Workload of(Trace trace, TraceOptions options, Seeds seeds) {
    long origin = origin(trace.jobs());
    var numbers = userNumbers(trace);
    var logged = Dependencies.of(trace.jobs(), options);
    var jobs = jobs(logged.jobs(), origin, job -> numbers.getOrDefault(job.user(), 0), seeds);
    var notes = notes(trace, origin, "the number of nodes");
    notes.addAll(logged.notes());
    notes.addAll(TEMPLATE);
    return new Workload(jobs, numbers.size(), notes);
  }

  /** Returns the numbers 0, 1, 2 and so on of users, by their numbers in the log. */
  static SortedMap<Integer, Integer> userNumbers(Trace trace) {
    var numbers = new TreeMap<Integer, Integer>();
    trace.jobs().forEach(job -> numbers.put(job.user(), 0));
    int users = 0;
    for (var entry : numbers.entrySet()) {
      entry.setValue(users++);
    }
    return numbers;
  }

  /**
   * Returns the jobs of a model.
   *
   * @param users number of users, one of whom submits each job at random, because models have no
   *     users
   */
  public Workload of(LublinJobs model, int users, Seeds seeds) {
    var drawn = model.generate(seeds);
    long origin = origin(drawn);
    var jobs = jobs(drawn, origin, job -> JobTraits.user(seeds, job.id(), users), seeds);
    var note =
        "jobs of the model: %d, time 0 is %d s of the model"
            .formatted(drawn.size(), origin / TraceJob.TICKS_PER_SECOND);
    return new Workload(jobs, users, List.of(note));
  }

  private static long origin(List<TraceJob> rigid) {
    return rigid.get(0).submitTicks();
  }

  private List<SimulatedJob> jobs(
      List<TraceJob> rigid, long origin, ToIntFunction<TraceJob> users, Seeds seeds) {
    var jobs = new ArrayList<SimulatedJob>(rigid.size());
    for (var job : rigid) {
      jobs.add(job(job, job.submitTicks() - origin, users.applyAsInt(job), seeds));
    }
    return jobs;
  }

  private SimulatedJob job(TraceJob logged, long submitTick, int user, Seeds seeds) {
    long number = logged.id();
    long volume = Math.multiplyExact(logged.estimateTicks(), (long) referencePerformance);
    var job =
        Job.of(
                JobId.of(number),
                user,
                submitTick,
                logged.processors(),
                Work.volume(volume),
                traits.requirements(seeds, number),
                traits.costLimitMilli(seeds, number, logged.processors(), volume),
                traits.deadlineTick(seeds, number, submitTick),
                traits.criterion(seeds, number))
            .withPriority(traits.priority(seeds, number));
    long realVolume = Math.multiplyExact(logged.loggedRunTicks(), (long) referencePerformance);
    return new SimulatedJob(
        job,
        new RealLength(RealLength.Kind.VOLUME, realVolume),
        traits.withdrawTick(seeds, number, submitTick),
        logged.precedence());
  }

  /**
   * Returns notes on the jobs of a log.
   *
   * @param origin tick of the log that is time 0
   * @param size size to which jobs that are too large were cut
   */
  public static List<String> notes(Trace trace, long origin, String size) {
    var notes = new ArrayList<String>();
    notes.add(
        "log %s: %d jobs, time 0 is %d s of the log"
            .formatted(trace.name(), trace.jobs().size(), origin / TraceJob.TICKS_PER_SECOND));
    notes.addAll(changes(trace, size));
    return notes;
  }

  /**
   * Returns notes on jobs of a log that were dropped or cut, and on values from other sources.
   *
   * @param size size to which jobs that are too large were cut
   */
  public static List<String> changes(Trace trace, String size) {
    var notes = new ArrayList<String>();
    trace.dropped().forEach((cause, count) -> notes.add("dropped %s: %d".formatted(cause, count)));
    if (trace.clamped() > 0) {
      notes.add("cut to %s: %d".formatted(size, trace.clamped()));
    }
    notes.addAll(trace.malformed().notes());
    notes.addAll(trace.notes());
    return notes;
  }
}
