package io.metasched.simulation.translation;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.translation.CommonJob.FixedTime;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Precedence;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Conversion of rigid jobs to common jobs: a window of consecutive jobs, a share of which receive a
 * fixed time. The window, the selected jobs and their times are derived from the seeds.
 *
 * @param jobs maximum number of jobs of a window, at least 1
 * @param ownTimeShare share of the jobs with a fixed time, from 0 to 1
 * @param mostLeadTicks maximum time from the submission of a job with a fixed time to its ready
 *     time, in ticks
 * @param mostSlack maximum time from the earliest end to the due time of such a job, as a multiple
 *     of the job's estimate
 */
public record WorkloadDraw(int jobs, double ownTimeShare, long mostLeadTicks, double mostSlack) {

  private static final int MODEL_USERS = 20; // models have no users

  /**
   * @throws IllegalArgumentException if a number is out of range
   */
  public WorkloadDraw {
    boolean isSound =
        jobs >= 1
            && ownTimeShare >= 0
            && ownTimeShare <= 1
            && mostLeadTicks >= 0
            && mostSlack >= 0
            && mostSlack <= 1000;
    if (!isSound) {
      throw new IllegalArgumentException(
          "at least 1 job, a share from 0 to 1, a lead from 0 and a slack from 0 to 1000 are"
              + " needed, but"
              + " there are %d, %s, %d and %s"
                  .formatted(jobs, ownTimeShare, mostLeadTicks, mostSlack));
    }
  }

  /**
   * Returns a window of a log or a model; time 0 is the first submission of the window. Jobs that
   * need more processors than a site has are skipped.
   *
   * @param rigid jobs by (submission, id)
   * @param options options that determine whether dependencies are honoured
   * @throws IllegalArgumentException if no job is left
   */
  public CommonWorkload of(
      List<TraceJob> rigid, TraceOptions options, CommonSites sites, Seeds seeds) {
    var fitting = rigid.stream().filter(job -> job.processors() <= sites.processors()).toList();
    if (fitting.isEmpty()) {
      throw new IllegalArgumentException(
          "no job fits into a site of %d processors".formatted(sites.processors()));
    }
    int spare = Math.max(0, fitting.size() - jobs);
    int first = seeds.generator("window", 0).nextInt(spare + 1);
    var window = fitting.subList(first, Math.min(fitting.size(), first + jobs));
    long origin = window.get(0).submitTicks();
    var owns = new ArrayList<Optional<FixedTime>>();
    var logged = new ArrayList<TraceJob>(); // jobs with a fixed time do not wait for others
    int lost = 0;
    for (var job : window) {
      var own = ownTime(job, job.submitTicks() - origin, seeds);
      owns.add(own);
      lost += own.isPresent() && !job.precedence().isNone() ? 1 : 0;
      logged.add(own.isPresent() ? job.withPrecedence(Precedence.NONE) : job);
    }
    var resolved = Dependencies.of(logged, options);
    var users = new TreeMap<Integer, Integer>();
    var common = new ArrayList<CommonJob>();
    for (int at = 0; at < logged.size(); at++) {
      var job = resolved.jobs().get(at);
      int user = users.computeIfAbsent(job.user(), each -> users.size());
      common.add(
          new CommonJob(
              job.id(),
              job.submitTicks() - origin,
              job.runTicks(),
              job.processors(),
              job.estimateTicks(),
              user,
              owns.get(at),
              job.precedence()));
    }
    return new CommonWorkload(sites, common, seeds, notes(resolved, lost));
  }

  private static List<String> notes(Dependencies resolved, int lost) {
    long waiting = resolved.jobs().stream().filter(job -> !job.precedence().isNone()).count();
    var notes = new ArrayList<>(resolved.notes());
    notes.addAll(Dependencies.ofReservations(lost));
    if (waiting > 0) {
      notes.add(
          "dependencies: in rectangles and broker these %d jobs are submitted at their own times: %s"
              .formatted(waiting, Dependencies.NO_QUEUE));
    }
    return notes;
  }

  /**
   * Returns jobs of a model with estimates and a given load. Models draw no estimates: each
   * estimate is the run time times a factor, uniform between 1 and {@code mostFactor}. The times of
   * submission are stretched so that the jobs request a share of the processors, by their run
   * times, from the first submission to the last.
   *
   * @param drawn jobs drawn for a machine of the size of a site, so that all jobs fit; at least one
   * @param load requested share of the processors, above 0
   */
  public static List<TraceJob> withLoad(
      List<TraceJob> drawn, CommonSites sites, double load, double mostFactor, Seeds seeds) {
    double area =
        drawn.stream().mapToDouble(job -> (double) job.processors() * job.runTicks()).sum();
    long first = drawn.get(0).submitTicks();
    long span = drawn.get(drawn.size() - 1).submitTicks() - first;
    double stretch = area / (load * sites.total() * Math.max(1, span));
    var jobs = new ArrayList<TraceJob>();
    for (var job : drawn) {
      double factor = 1 + (mostFactor - 1) * seeds.generator("estimate", job.id()).nextDouble();
      jobs.add(
          new TraceJob(
              job.id(),
              Math.round(stretch * (job.submitTicks() - first)),
              job.runTicks(),
              job.processors(),
              Math.max(job.runTicks(), Math.round(factor * job.runTicks())),
              seeds.generator("user", job.id()).nextInt(MODEL_USERS),
              false,
              job.runTicks(),
              TraceJob.UNKNOWN_WAIT));
    }
    return jobs;
  }

  private Optional<FixedTime> ownTime(TraceJob job, long submit, Seeds seeds) {
    var random =
        seeds.generator(
            "own-time",
            job.id()); // one per job, so that the share does not shift the times of others
    boolean isOwn = random.nextDouble() < ownTimeShare;
    long ready = submit + Math.round(mostLeadTicks * random.nextDouble());
    long slack = Math.round(mostSlack * random.nextDouble() * job.estimateTicks());
    return isOwn
        ? Optional.of(new FixedTime(ready, ready + job.estimateTicks() + slack))
        : Optional.empty();
  }
}
